// @module-tag never-again
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { newUserRow } from '#app/features/accounts/create-user.server.ts'
import { createSession } from '#app/features/accounts/sessions.server.ts'
import { beginSiteSession } from '#app/features/accounts/site-session.server.ts'
import { readBooking } from '#app/features/booking/read-booking.server.ts'
import type { Services } from '#app/platform/services.ts'
import { toInstant } from '#app/values/clock.ts'
import { newId } from '#app/values/ids.ts'
import { poundsText } from '#content/money.ts'
import { defaultPrices } from '#content/price-list.ts'
import { bookOne } from '#test/support/booked.ts'
import { addEngineer } from '#test/support/engineers.ts'
import { enteredAs } from '#test/support/finished-visit.ts'
import { freshWorld, openPeers } from '#test/support/fresh.ts'
import { type Site, shareSite } from '#test/support/site.ts'
import { bookingBody, type World } from '#test/support/world.ts'
import { boardMarks } from './api/board.ts'
import { createMarkStream } from './http/mark-stream.ts'

const book = (site: Site, { email = 'priya.raman@example.com', ...changes }: Record<string, string> = {}) => site.book(email, changes)

const bookingOf = (site: Site, id: string) => site.db.selectFrom('bookings').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

/** The `seen` field that the page sends with an action: the version of the booking it shows. */
const seenIn = (page: string) => /name="seen" value="([^"]+)"/.exec(page)?.[1] ?? ''

const feePence = defaultPrices.priorityFeePence.phone

/** Tests tell their data apart by what they created themselves. */
const shared = shareSite({ accounts: true })

describe('The pages of dispatch without JavaScript', () => {
  it('take a booking from the queue to its end, and back by one press', async () => {
    const site = await shared()
    const staff = await enteredAs(site, 'staff')
    const engineerId = await addEngineer(staff, 'Sam Whitlock')
    const id = await book(site)
    const board = await staff.open('/staff')
    expect(board.text).toContain('Priya Raman')
    expect(await staff.post('/staff', { intent: 'assign', bookingId: id, seen: '0', engineerId })).toMatchObject({
      status: 303,
      location: `/staff?done=assign&booking=${id}&seen=0`,
    })
    const path = `/staff/bookings/${id}`
    for (const [intent, status] of [
      ['en_route', 'en_route'],
      ['arrived', 'arrived'],
      ['completed', 'completed'],
      ['undo', 'arrived'],
    ] as const) {
      const seen = seenIn((await staff.open(path)).text)
      expect(await staff.post(path, { intent, seen })).toMatchObject({ status: 303, location: `${path}?done=${intent}` })
      expect((await bookingOf(site, id)).status).toBe(status)
    }
    const page = await staff.open(path)
    expect(page.text).toContain('Sample staff')
    expect(page.text).toContain('gave the job to Sam Whitlock')
    expect(page.text).toContain('(undone)')
  })

  it('tell the second of two who was faster, keep what was typed, and overwrite nothing', async () => {
    const site = await shared()
    const [one, two] = [await enteredAs(site, 'staff'), await enteredAs(site, 'owner')]
    const id = await book(site)
    const path = `/staff/bookings/${id}`
    const seen = seenIn((await one.open(path)).text)
    expect((await two.post(path, { intent: 'accept', seen })).status).toBe(303)
    const fields = { ...(await bookingOf(site, id)), intent: 'edit', seen, name: 'Priya Raman-Shah', accessNotes: 'Ring twice' }
    const typed = Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, String(value ?? '')]))
    const refused = await one.post(path, typed)
    expect(refused.status).toBe(409)
    expect(refused.text).toContain('value="Priya Raman-Shah"')
    expect(refused.text).toContain('value="Ring twice"')
    expect(await bookingOf(site, id)).toMatchObject({ name: 'Priya Raman', status: 'confirmed', version: 1 })
    // After the warning, the same action is carried out.
    expect((await one.post(path, { ...typed, seen: seenIn(refused.text) })).status).toBe(303)
    expect(await bookingOf(site, id)).toMatchObject({ name: 'Priya Raman-Shah', accessNotes: 'Ring twice', version: 2 })
  })

  it('say what is wrong with what was typed, beside it', async () => {
    const site = await shared()
    const staff = await enteredAs(site, 'staff')
    const id = await book(site, { service: 'Boiler Breakdown' })
    const engineerId = await addEngineer(staff, 'No Gas')
    const path = `/staff/bookings/${id}`
    const seen = seenIn((await staff.open(path)).text)
    const cases = [
      [{ intent: 'assign', engineerId }, 409, ''],
      [{ intent: 'assign', engineerId: '' }, 400, ''],
      [{ intent: 'promise', day: '2026-02-30', from: '10:00', until: '11:00' }, 400, 'value="2026-02-30"'],
      [{ intent: 'promise', day: '2027-01-01', from: '25:00', until: '' }, 400, 'value="25:00"'],
      [{ intent: 'cancel', reason: '' }, 400, 'id="reason-problem"'],
      [{ intent: 'note', note: '' }, 400, 'id="note-problem"'],
      [{ intent: 'message', message: 'x'.repeat(1001) }, 400, 'x'.repeat(1001)],
      [{ intent: 'refund', paymentId: 'none', amount: 'ten' }, 409, ''],
    ] as const
    for (const [fields, status, text] of cases) {
      const answer = await staff.post(path, { seen, ...fields })
      expect([fields.intent, answer.status, answer.text.includes(text)]).toEqual([fields.intent, status, true])
    }
    expect(await bookingOf(site, id)).toMatchObject({ status: 'received', version: 0 })
  })

  it('find bookings at an address that can be reloaded and passed on', async () => {
    const site = await shared()
    const staff = await enteredAs(site, 'staff')
    await book(site, { name: 'Zadie Unique', phone: '07700 900987' })
    const found = await staff.open(`/staff/bookings?q=${encodeURIComponent('unique zadie')}`)
    expect([found.status, found.text.includes('1 booking found'), found.text.includes('Zadie Unique')]).toEqual([200, true, true])
    const none = await staff.open(`/staff/bookings?q=${encodeURIComponent('<script>alert(1)</script>')}`)
    expect([none.status, none.text.includes('0 bookings found'), none.text.includes('<script>alert(1)')]).toEqual([200, true, false])
    expect((await staff.open('/staff/bookings/caller?phone=07700900987')).text).toContain('Zadie Unique')
  })

  it('open the record of the number that is on the phone', async () => {
    const site = await shared()
    const staff = await enteredAs(site, 'staff')
    const find = async (phone: string) => {
      const { status, location } = await staff.open(`/staff/find?phone=${phone}`)
      return [status, decodeURIComponent(location ?? '').replaceAll('+', ' ')]
    }
    const number = '07700 900977'
    for (const typed of ['%2B447700900977', '0044-7700-900977'])
      expect(await find(typed)).toEqual([303, `/staff/bookings/new?phone=${number}`])
    const id = await book(site, { phone: number })
    expect(await find('07700900977')).toEqual([303, `/staff/bookings/${id}`])
    const second = await book(site, { phone: number })
    expect(await find('07700900977')).toEqual([303, `/staff/bookings?q=${number}`])

    expect(await staff.post(`/staff/bookings/${id}`, { intent: 'called', outcome: 'spoken' })).toMatchObject({ status: 303 })
    const record = String((await find('07700900977'))[1])
    expect(record).toMatch(/^\/staff\/customers\/[\da-f-]{36}$/)
    for (const page of [`/staff/bookings/${id}`, `/staff/bookings/${second}`, `/staff/bookings?q=${number}`])
      expect([page, (await staff.open(page)).text.includes(`href="${record}"`)]).toEqual([page, true])
    const act = (intent: string, fields = {}) => staff.post(record, { intent, ...fields })
    expect(await act('claim', { booking: second })).toMatchObject({ status: 303, location: `${record}?done=claim` })
    const refused = await act('add', { reference: 'BK-<b>' })
    expect([refused.status, refused.text.includes('value="BK-&lt;b&gt;"')]).toEqual([400, true])
    expect(await act('split', { [`booking-${second}`]: 'yes' })).toMatchObject({ status: 303 })
    const { text: split } = await staff.open(`${record}?done=split`)
    expect(split).toContain('on a record of their own')
    const decision = /name="decision" value="([^"]+)"/.exec(split)?.[1]
    expect(await act('undo', { decision })).toMatchObject({ status: 303 })
    expect((await staff.open(record)).text).toContain(`href="/staff/bookings/${second}"`)
    const refusedNumber = await staff.open('/staff/find?phone=<script>alert(1)</script>')
    expect([refusedNumber.status, refusedNumber.text.includes('<script>alert(1)')]).toEqual([400, false])
  })

  it('sort spam, duplicates, messages and complaints by plain forms', async () => {
    const site = await shared()
    const staff = await enteredAs(site, 'staff')
    const id = await book(site, { description: 'CHEAP SEO viagra casino', phone: '07700 900981', email: 'spam@example.com' })
    const first = await book(site, { phone: '07700 900982', description: 'I smell gas and the sink is blocked' })
    const second = await book(site, { phone: '07700 900982' })
    const path = (of: string) => `/staff/bookings/${of}`
    const forms: [of: string, form: Record<string, string>][] = [
      [id, { intent: 'discard' }],
      [second, { intent: 'join', into: first }],
      [first, { intent: 'complain', channel: 'phone', words: '<script>alert(1)</script>' }],
      [first, { intent: 'acknowledge' }],
      [first, { intent: 'answered' }],
    ]
    for (const [of, form] of forms) {
      const seen = seenIn((await staff.open(path(of))).text)
      const pressed = await staff.post(path(of), { ...form, seen })
      expect([form.intent, pressed.status, pressed.location]).toEqual([form.intent, 303, `${path(of)}?done=${form.intent}`])
    }
    expect(await bookingOf(site, id)).toMatchObject({ status: 'cancelled', closedAs: 'spam' })
    expect(await bookingOf(site, second)).toMatchObject({ status: 'cancelled', duplicateOf: first })
    const page = await staff.open(path(first))
    expect([page.text.includes('Complaint: answer it'), page.text.includes('<script>alert')]).toEqual([true, false])
    // A danger that a customer mentions is marked on card and page.
    for (const { text } of [page, await staff.open('/staff')]) expect(text).toMatch(/<li[^>]* border-alarm [^>]*>Gas/)
    expect(await staff.post('/staff/inbox', { bookingId: first })).toMatchObject({ status: 303, location: `${path(first)}#messages` })
  })

  it('know a caller by the number that is typed, and fill in what is empty', async () => {
    const site = await shared()
    const staff = await enteredAs(site, 'staff')
    const known = await book(site, { name: 'Yusuf Known', phone: '07700 900986', address: '9 Known Row', postcode: 'SE5 8TR' })
    const path = '/staff/bookings/new'
    const key = /name="key" value="([^"]+)"/.exec((await staff.open(path)).text)?.[1] ?? ''
    const filled = await staff.post(path, { key, phone: '07700 900986', name: 'Their tenant', intent: 'fill' })
    expect(filled.text).toContain('Known caller: ')
    expect(filled.text).toContain('value="9 Known Row"')
    expect(filled.text).toContain('value="Their tenant"')
    // Or by an earlier booking that is repeated.
    expect((await staff.open(`${path}?again=${known}`)).text).toContain('value="9 Known Row"')
  })

  it('take a booking by phone at the price that was read out, once however often it is sent', async () => {
    const site = await shared()
    const staff = await enteredAs(site, 'staff')
    const byPhone = () => site.db.selectFrom('bookings').selectAll().where('channel', '=', 'phone').execute()
    // The caller had texted us before.
    const enquiryId = newId()
    const texted = { id: enquiryId, providerKey: enquiryId, at: toInstant(new Date()), phone: '+447700900264', kind: 'text' as const }
    await site.db
      .insertInto('enquiries')
      .values({ ...texted, text: 'It’s coming through' })
      .execute()
    const form = await staff.open(`/staff/bookings/new?enquiry=${enquiryId}`)
    const key = /name="key" value="([^"]+)"/.exec(form.text)?.[1] ?? ''
    expect(form.text).toContain(`name="enquiryId" value="${enquiryId}"`)
    const caller = { ...(bookingBody({ serviceLevel: 'redline', timeSlot: 'ASAP' }) as Record<string, string>), key, enquiryId }
    const wrong = await staff.post('/staff/bookings/new', { ...caller, phone: '12', intent: 'price' })
    expect([wrong.status, wrong.text.includes('value="12"')]).toEqual([400, true])
    const gas = await staff.post('/staff/bookings/new', { ...caller, description: 'I can smell gas', intent: 'price' })
    expect(gas.text).toContain('Gas smell. Tell them: Go outside now')
    const priced = await staff.post('/staff/bookings/new', { ...caller, intent: 'price' })
    expect(priced.text).toContain(poundsText(feePence))
    const toldPence = /name="toldPence" value="(\d+)"/.exec(priced.text)?.[1] ?? ''
    expect((await staff.post('/staff/bookings/new', { ...caller, intent: 'book', toldPence: '1' })).status).toBe(409)
    expect(await byPhone()).toEqual([])
    const sent = await Promise.all([1, 2, 3].map(() => staff.post('/staff/bookings/new', { ...caller, intent: 'book', toldPence })))
    expect(new Set(sent.map(({ status, location }) => `${status} ${location}`)).size).toBe(1)
    const bookings = await byPhone()
    expect(bookings).toMatchObject([{ channel: 'phone', serviceLevel: 'redline', priorityFeePence: feePence }])
    const page = await staff.open(sent[0]?.location ?? '')
    expect(page.text).toContain(bookings[0]?.reference)
    const settled = await site.db.selectFrom('enquiries').select('settledAt').where('id', '=', enquiryId).executeTakeFirst()
    expect(settled?.settledAt).not.toBeNull()
  })

  it('keep engineers and their shifts', async () => {
    const site = await shared()
    const staff = await enteredAs(site, 'staff')
    const wrong = await staff.post('/staff/engineers/new', { intent: 'save', name: 'X', phone: '1', gasSafeNumber: '12', base: '' })
    expect([wrong.status, wrong.text.includes('value="12"')]).toEqual([400, true])
    const id = await addEngineer(staff, 'Dele Okafor', '123 4567')
    const path = `/staff/engineers/${id}`
    // Once there are shifts, only slots that they cover are sold.
    const jobId = await book(site)
    const shift = { intent: 'plan', day: 'tomorrow', from: '22:00', until: '06:00' }
    expect((await staff.post(path, shift)).status).toBe(400)
    const day = toInstant(new Date(Date.now() + 86_400_000)).slice(0, 10)
    expect(await staff.post(path, { ...shift, day })).toMatchObject({ status: 303, location: `${path}?done=shift` })
    const [planned] = await site.db.selectFrom('shifts').selectAll().execute()
    expect((await staff.open(`/staff/engineers?week=${day}`)).text).toContain(`/staff/engineers/shifts/${planned?.id}`)
    // Removing a shift that has a job asks first, and then unassigns the job.
    const { startsAt: promisedFrom = '', endsAt: promisedUntil = '' } = planned ?? {}
    await site.db
      .updateTable('bookings')
      .set({ engineerId: id, status: 'assigned', promisedFrom, promisedUntil })
      .where('id', '=', jobId)
      .execute()
    const refused = await staff.post(path, { intent: 'drop', shiftId: planned?.id ?? '' })
    expect([refused.status, refused.text.includes(`/staff/bookings/${jobId}`)]).toEqual([409, true])
    const [, jobsSeen = ''] = /name="jobsSeen" value="([^"]+)"/.exec(refused.text) ?? []
    expect((await staff.post(path, { intent: 'drop', shiftId: planned?.id ?? '', jobsSeen })).status).toBe(303)
    expect(await bookingOf(site, jobId)).toMatchObject({ engineerId: null, status: 'confirmed' })
    expect(await site.db.selectFrom('shifts').select('id').execute()).toEqual([])
    expect((await staff.open('/staff')).text).toContain('Dele Okafor')
  })
})

/** Reads a stream line by line until it ends. */
async function openStream(url: string, cookie?: string) {
  const ended = new AbortController()
  onTestFinished(() => ended.abort())
  const response = await fetch(`${url}/api/board`, {
    headers: { accept: 'text/event-stream', ...(cookie && { cookie }) },
    signal: ended.signal,
  })
  const said: string[] = []
  const reading = (async () => {
    for await (const part of response.body?.pipeThrough(new TextDecoderStream()) ?? []) said.push(part)
    said.push('END')
  })().catch(() => undefined)
  return {
    response,
    end: () => ended.abort(),
    said,
    text: () => said.join(''),
    reading,
    marks: () => [...said.join('').matchAll(/"mark":"([^"]+)"/g)].map(([, mark]) => mark),
  }
}

describe('GET /api/board', () => {
  /** The feed alone on a socket, with a signed-in member of staff. */
  async function openFeed({ services }: Pick<World, 'services'>) {
    const user = newUserRow(services, { email: `${newId()}@example.com`, role: 'staff' })
    await services.db.insertInto('authUsers').values(user).execute()
    const { sessionId, set } = await services.db.transaction().execute(async (tx) => {
      const { session } = await createSession(services, tx, { userId: user.id, method: 'password', userAgent: '' })
      return { sessionId: session.id, set: await beginSiteSession(services, tx, { sessionId: session.id, role: 'staff' }) }
    })
    const board = createMarkStream(services, boardMarks(services), { pollMs: 20, beatMs: 20, checkAgainMs: 20 })
    const server = createServer((request, response) => void board.serveAtOnce(request, response)).listen(0, '127.0.0.1')
    await new Promise((resolve) => server.once('listening', resolve))
    onTestFinished(async () => {
      await board.stop()
      server.closeAllConnections()
      server.close()
    })
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    return { url, cookie: set.split(';')[0] ?? '', sessionId, userId: user.id, board }
  }

  it('says another mark when something has happened, and nothing of what it was', async () => {
    const world = await freshWorld('sqlite')
    const { url, cookie, board } = await openFeed(world)
    const stream = await openStream(url, cookie)
    expect(stream.response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
    expect(stream.response.headers.get('cache-control')).toBe('no-store, no-transform')
    await expect.poll(() => stream.marks().length).toBeGreaterThan(1)
    expect(new Set(stream.marks()).size).toBe(1)
    await bookOne(world)
    await expect.poll(() => new Set(stream.marks()).size).toBe(2)
    expect(stream.text()).not.toContain('Priya')
    // For boards whose streams are held by a proxy.
    const ask = (headers: Record<string, string>) => fetch(`${url}/api/board`, { headers: { ...headers, accept: 'application/json' } })
    expect(await (await ask({ cookie })).json()).toEqual({ mark: stream.marks().at(-1) })
    expect((await ask({})).status).toBe(401)
    // They are notified again after a time without listeners.
    stream.end()
    await expect.poll(() => board.listening()).toBe(0)
    await bookOne(world, { phone: '07700 900777', email: 'two@example.com' })
    const { mark } = await (await ask({ cookie })).json()
    expect(stream.marks()).not.toContain(mark)
  })

  it('says another mark when something has happened on another instance, on PostgreSQL', async () => {
    const world = await freshWorld('postgres')
    const [here, there] = openPeers(world, 2) as [Services, Services]
    const { url, cookie } = await openFeed({ services: here })
    const stream = await openStream(url, cookie)
    await expect.poll(() => stream.marks().length).toBeGreaterThan(0)
    const { id } = await bookOne({ ...world, services: there })
    // There may be more than one look between a booking's commits.
    await expect.poll(() => new Set(stream.marks()).size).toBeGreaterThan(1)
    expect((await readBooking(here, id)).status).toBe('received')
  })

  it.each([
    ['is signed out', 'session'],
    ['is staff no more', 'role'],
    ['has a password that is too short for staff', 'password'],
    ['has been idle for too long', 'idle'],
  ] as const)('ends, and says so, when the listener %s; listening does not extend a session', async (_, how) => {
    const world = await freshWorld('sqlite')
    const { url, cookie, sessionId, userId, board } = await openFeed(world)
    const stream = await openStream(url, cookie)
    await expect.poll(() => stream.marks().length).toBeGreaterThan(2)
    const { db } = world.services
    if (how === 'session') await db.deleteFrom('authSessions').where('id', '=', sessionId).execute()
    else if (how === 'role') await db.updateTable('authUsers').set({ role: 'customer' }).where('id', '=', userId).execute()
    else if (how === 'password')
      await db.updateTable('authUsers').set({ passwordHash: 'any', passwordSuitsStaff: 0 }).where('id', '=', userId).execute()
    else world.clock.advance(2 * 3_600_000 + 1)
    await stream.reading
    expect(stream.text()).toMatch(/event: ended\ndata: \{\}\n\nEND$/)
    expect(board.listening()).toBe(0)
  })
})
