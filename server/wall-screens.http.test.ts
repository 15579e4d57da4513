// @module-tag never-again
import { parse } from 'node-html-parser'
import { describe, expect, it } from 'vitest'
import { days } from '#app/values/clock.ts'
import { newId, newToken } from '#app/values/ids.ts'
import { addRow } from '#test/support/add-row.ts'
import { enteredAs } from '#test/support/finished-visit.ts'
import { openPlainBrowser, type PlainBrowser } from '#test/support/plain-browser.ts'
import { type Site, shareSite } from '#test/support/site.ts'

const shared = shareSite({ accounts: true })

/** Adds a screen; returns the path of its link. */
async function addScreen(staff: PlainBrowser, name: string): Promise<string> {
  const added = await staff.post('/staff/wall', { intent: 'add', name })
  expect([added.status, added.headers.get('cache-control')]).toEqual([200, 'private, no-store'])
  return /\/staff\/wall\/open\/[\w-]{43}/.exec(added.text)?.[0] ?? ''
}

/** A screen that has opened its link. This browser sends its cookie to every page, ignoring the path. */
async function openScreen(site: Site, link: string): Promise<PlainBrowser> {
  const screen = openPlainBrowser(site.url)
  expect(await screen.open(link)).toMatchObject({ status: 303, location: '/staff/wall/board' })
  return screen
}

const screenNamed = (site: Site, name: string) => site.db.selectFrom('wallScreens').selectAll().where('name', '=', name).executeTakeFirst()

/** The first bytes of a stream; the connection is then closed. */
async function live(site: Site, cookie?: string) {
  const leaving = new AbortController()
  const response = await fetch(`${site.url}/staff/wall/live`, {
    headers: { accept: 'text/event-stream', ...(cookie && { cookie }) },
    signal: leaving.signal,
  })
  const type = response.headers.get('content-type')
  leaving.abort()
  return [response.status, type?.split(';')[0]]
}

const cookieOf = (browser: PlainBrowser) => `wall=${browser.cookies.get('wall')}`

describe('A wall screen', () => {
  it('is added by staff, shows the board without personal data, and stays a screen', async () => {
    const site = await shared()
    const staff = await enteredAs(site, 'staff')
    await site.book('priya.raman@example.com', { address: 'Flat 4, 118 Cannon Street Road' })
    const booking = await site.db.selectFrom('bookings').selectAll().executeTakeFirstOrThrow()
    expect((await staff.post('/staff/wall', { intent: 'add', name: ' ' })).text).toContain('Give the screen a name')
    const link = await addScreen(staff, 'Office')
    const stored = await screenNamed(site, 'Office')
    expect(JSON.stringify(stored)).not.toContain(link.split('/').at(-1))
    expect((await staff.open('/staff/wall')).text).not.toContain(link)

    const screen = await openScreen(site, link)
    const page = await screen.open('/staff/wall/board')
    expect([page.status, page.headers.get('cache-control'), page.headers.get('x-robots-tag')]).toEqual([
      200,
      'private, no-store',
      'noindex, nofollow',
    ])
    expect(page.headers.get('set-cookie')).toMatch(/^wall=[\w-]{43}; Max-Age=31536000; Path=\/staff\/wall; HttpOnly; SameSite=Lax$/)
    expect(page.text).toContain(booking.postcode.split(' ')[0])
    for (const secret of [booking.name, booking.phone, booking.address, booking.reference, booking.postcode, booking.email])
      expect(page.text).not.toContain(secret)
    // The user who added it is signed out by now.
    await site.ageSessions('staff@example.com', { unusedMs: days(30) })
    await site.db.updateTable('wallScreens').set({ createdAt: '2020-02-29T12:00:00.000Z' }).execute()
    expect((await staff.open('/staff/wall')).status).toBe(303)
    expect((await screen.open('/staff/wall/board')).status).toBe(200)
    expect(await live(site, cookieOf(screen))).toEqual([200, 'text/event-stream'])

    const log = await site.db
      .selectFrom('auditLog')
      .select(['action', 'detail'])
      .where('subject', '=', stored?.id ?? '')
      .execute()
    expect(log).toEqual([{ action: 'wall-screen.add', detail: '{"name":"Office"}' }])
  })

  it('is not shown to anyone who guesses a link or a cookie', async () => {
    const site = await shared()
    const stranger = openPlainBrowser(site.url)
    const guessed = `/staff/wall/open/${newToken()}`
    expect(await stranger.open(guessed)).toMatchObject({ status: 303, location: `/auth?next=${guessed}` })
    expect(stranger.cookies.has('wall')).toBe(false)
    stranger.cookies.set('wall', newToken())
    expect(await stranger.open('/staff/wall/board')).toMatchObject({ status: 303, location: '/auth?next=/staff/wall/board' })
    expect((await live(site, cookieOf(stranger)))[0]).toBe(401)
    expect((await live(site))[0]).toBe(401)
  })

  it('listens to no other stream, and writes nothing', async () => {
    const site = await shared()
    const staff = await enteredAs(site, 'staff')
    const screen = await openScreen(site, await addScreen(staff, 'Hall'))
    const { id } = await site.db.selectFrom('bookings').select('id').executeTakeFirstOrThrow()
    const { id: screenId } = (await screenNamed(site, 'Hall')) ?? { id: '' }
    await site.db.updateTable('wallScreens').set({ createdAt: '2020-02-29T12:00:00.000Z' }).where('id', '=', screenId).execute()
    expect((await staff.open('/staff/wall')).text).toContain('Added Sat 29 Feb 2020')
    expect((await screen.post('/staff/wall', { intent: 'add', name: 'Another' })).status).toBe(303)
    expect((await screen.post('/staff/wall', { intent: 'remove', id: screenId })).status).toBe(303)
    expect((await screen.post('/staff/wall/board', { intent: 'accept', bookingId: id, seen: '0' })).status).toBe(405)
    expect(await screenNamed(site, 'Another')).toBeUndefined()
    expect(await screenNamed(site, 'Hall')).toBeDefined()
    expect(await site.db.selectFrom('bookings').select('version').where('id', '=', id).executeTakeFirst()).toEqual({ version: 0 })
    expect((await fetch(`${site.url}/api/board`, { headers: { cookie: cookieOf(screen) } })).status).toBe(401)
    expect((await fetch(`${site.url}/staff/wall/live`, { method: 'POST', headers: { cookie: cookieOf(screen) } })).status).toBe(405)
  })

  it('shows nothing more once it is removed, which the log of changes tells', async () => {
    const site = await shared()
    const staff = await enteredAs(site, 'staff')
    const link = await addScreen(staff, 'Door')
    const screen = await openScreen(site, link)
    const { id } = (await screenNamed(site, 'Door')) ?? { id: '' }
    expect(await staff.post('/staff/wall', { intent: 'remove', id })).toMatchObject({ status: 303, location: '/staff/wall?done=removed' })
    expect(await screen.open('/staff/wall/board')).toMatchObject({ status: 303, location: '/auth?next=/staff/wall/board' })
    expect(await screen.open('/staff/wall/board.data')).toMatchObject({ status: 202 })
    expect((await live(site, cookieOf(screen)))[0]).toBe(401)
    expect(await screen.open(link)).toMatchObject({ status: 303, location: `/auth?next=${link}` })
    expect((await staff.open(link)).status).toBe(404)
    const log = await site.db.selectFrom('auditLog').select('action').where('subject', '=', id).orderBy('id').execute()
    expect(log).toEqual([{ action: 'wall-screen.add' }, { action: 'wall-screen.remove' }])
    // One more than are allowed, as two colleagues can add them at the same moment, can be removed too.
    const screens = Array.from({ length: 20 }, () => ({
      id: newId(),
      name: 'New',
      tokenHash: newToken(),
      createdAt: '2026-11-20T10:00:00.000Z',
    }))
    await addRow(site.db, 'wallScreens', screens)
    expect((await staff.open('/staff/wall')).text).toContain('Hall')
  })
})

it('A refused choice of alerts keeps what was ticked and typed', async () => {
  const staff = await enteredAs(await shared(), 'staff')
  const ticked = (page: string) =>
    parse(page)
      .querySelectorAll('input[checked]')
      .map((input) => input.getAttribute('name'))
  expect(ticked((await staff.open('/account/alerts')).text)).not.toContain('messages')
  const refused = await staff.post('/account/alerts', { intent: 'choose', messages: 'yes', quiet: 'yes', from: '', until: '06:30' })
  expect([refused.status, ticked(refused.text)]).toEqual([400, ['messages', 'quiet']])
  expect(parse(refused.text).querySelector('[name=until]')?.getAttribute('value')).toBe('06:30')
})
