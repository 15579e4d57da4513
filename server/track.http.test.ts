// @module-tag never-again
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { londonDay } from '#app/platform/london.ts'
import type { BookingStatus } from '#app/values/booking-status.ts'
import { addDays } from '#app/values/day.ts'
import { newId } from '#app/values/ids.ts'
import { type Site, startSite } from '#test/support/site.ts'
import { bookingBody } from '#test/support/world.ts'

const inDays = (count: number) => addDays(londonDay(new Date()), count)

let shared: Site
beforeAll(async () => {
  // The debug log must not contain private data either.
  shared = await startSite({ env: { LOG_LEVEL: 'debug' }, ownProcess: true })
})
afterAll(() => shared?.close())

/** A booking for a later slot, its private page and its rows. */
async function openTracked() {
  const { db, instance, url } = shared
  const email = `${newId()}@example.com`
  const submitted = await fetch(`${url}/functions/v1/submit-booking`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(bookingBody({ preferredDate: inDays(3), timeSlot: '14:00 - 16:00', email })),
  })
  const { trackingUrl } = (await submitted.json()) as { trackingUrl: string }
  const get = async (query = '') => {
    const response = await fetch(trackingUrl + query)
    return { status: response.status, headers: response.headers, html: await response.text() }
  }
  /** Sends a form as a browser without JavaScript does: the hidden fields of the form with this intent, and the typed values. */
  const send = async (intent: string, fields: Record<string, string> = {}) => {
    const steps: Record<string, string> = { reschedule: '?change=time', cancel: '?change=cancel' }
    const { html } = await get(steps[intent])
    const form = html.match(/<form [^>]*method="post".*?<\/form>/gs)?.find((each) => each.includes(`name="intent" value="${intent}"`)) ?? ''
    const hidden = [...form.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)"/g)].map(([, name = '', value = '']) => [
      name,
      value,
    ])
    const body = new URLSearchParams({ intent, ...Object.fromEntries(hidden), ...fields })
    const response = await fetch(trackingUrl, { method: 'POST', body, redirect: 'manual' })
    return { status: response.status, headers: response.headers, html: await response.text() }
  }
  const stored = () => db.selectFrom('bookings').selectAll().where('email', '=', email).executeTakeFirstOrThrow()
  const { id } = await stored()
  const messages = () => db.selectFrom('bookingMessages').selectAll().where('bookingId', '=', id).execute()
  return { id, email, url, instance, db, trackingUrl, get, send, stored, messages }
}

const isPrivate = { 'cache-control': 'private, no-store', 'x-robots-tag': 'noindex, nofollow', 'referrer-policy': 'same-origin' }
const privacyOf = (headers: Headers) => Object.fromEntries(Object.keys(isPrivate).map((name) => [name, headers.get(name)]))

describe('the page of a booking', () => {
  it('is private in all its answers: steps, refusals and what a press leads to', async () => {
    const site = await openTracked()
    for (const query of ['', '?change=time', '?change=cancel', '?done=cancelled', '?change=anything']) {
      const { status, headers } = await site.get(query)
      expect([status, privacyOf(headers)], query).toEqual([200, isPrivate])
    }
    const refused = await site.send('message', { message: '' })
    expect([refused.status, privacyOf(refused.headers)]).toEqual([400, isPrivate])
    const sent = await site.send('message', { message: 'Ring twice' })
    expect([sent.status, privacyOf(sent.headers)]).toEqual([303, isPrivate])
    expect(sent.headers.get('location')).toBe(`${new URL(site.trackingUrl).pathname}?done=message`)
  })

  it('books a free return visit once the visit is finished, and loses nothing that was typed', async () => {
    const { db, id, trackingUrl, get } = await openTracked()
    const page = `${trackingUrl}/return`
    const form = { intent: 'book', key: newId(), description: 'It drips again', shownDay: inDays(1), preferredDate: inDays(1) }
    const post = async (fields: Record<string, string>) => {
      const answer = await fetch(page, { method: 'POST', body: new URLSearchParams({ ...form, ...fields }), redirect: 'manual' })
      return {
        status: answer.status,
        privacy: privacyOf(answer.headers),
        location: answer.headers.get('location'),
        html: await answer.text(),
      }
    }
    expect(await post({ timeSlot: '14:00 - 16:00' })).toMatchObject({ status: 409, privacy: isPrivate })
    const event = { id: newId(), bookingId: id, at: new Date().toISOString(), actor: 'staff', note: '' }
    await db
      .insertInto('bookingEvents')
      .values({ ...event, fromStatus: 'arrived', toStatus: 'completed' })
      .execute()
    await db.updateTable('bookings').set({ status: 'completed' }).where('id', '=', id).execute()
    expect((await get()).html).toContain(`${new URL(page).pathname}"`)
    for (const [fields, status] of [
      [{ intent: 'times', preferredDate: inDays(2) }, 200],
      [{ preferredDate: inDays(2), timeSlot: '14:00 - 16:00' }, 200],
      [{ timeSlot: '' }, 400],
    ] as const) {
      const shown = await post(fields)
      expect(shown).toMatchObject({ status, privacy: isPrivate })
      for (const kept of ['It drips again', form.key]) expect(shown.html).toContain(kept)
    }
    const booked = await post({ timeSlot: '14:00 - 16:00' })
    expect(booked).toMatchObject({ status: 303, privacy: isPrivate })
    const shown = await (await fetch(new URL(booked.location ?? '', page))).text()
    expect(shown).toContain(`${new URL(trackingUrl).pathname}"`)
    expect((await get()).html).toContain(booked.location?.split('?')[0])
  })

  it('changes the time, and the calendar that follows its address learns of it', async () => {
    const site = await openTracked()
    const calendar = async () => (await fetch(`${site.trackingUrl}/booking.ics`)).text()
    const uid = /UID:(\S+)/.exec(await calendar())?.[1]
    expect(await calendar()).toContain('SEQUENCE:0')
    const { html } = await site.get(`?change=time&day=${inDays(7)}`)
    expect(html).toContain(`name="preferredDate" value="${inDays(7)}"`)
    const moved = await site.send('reschedule', { preferredDate: inDays(7), timeSlot: '08:00 - 10:00' })
    expect([moved.status, moved.headers.get('location')]).toEqual([303, `${new URL(site.trackingUrl).pathname}?done=rescheduled`])
    expect(await site.stored()).toMatchObject({ preferredDate: inDays(7), revision: 1, status: 'received' })
    const file = await fetch(`${site.trackingUrl}/booking.ics`)
    expect(privacyOf(file.headers)).toEqual(isPrivate)
    const text = await file.text()
    for (const line of [`UID:${uid}`, 'SEQUENCE:1', 'METHOD:PUBLISH', 'ORGANIZER;', 'REFRESH-INTERVAL;VALUE=DURATION:PT15M'])
      expect(text).toContain(line)
    expect(text).toContain(`DTSTART:${(await site.stored()).promisedFrom.replace(/[-:]|\.000/g, '')}`)
  })

  it('says what cancelling costs before the button, and cancels once however often it is pressed', async () => {
    const site = await openTracked()
    const presses = await Promise.all([site.send('cancel'), site.send('cancel'), site.send('cancel')])
    expect(presses.map(({ status }) => status)).toEqual([303, 303, 303])
    expect(await site.stored()).toMatchObject({ status: 'cancelled', revision: 1 })
    expect((await site.get()).html).not.toContain('Cancel this booking')
    const file = await fetch(`${site.trackingUrl}/booking.ics`)
    expect(file.headers.get('content-type')).toContain('method=CANCEL')
    const calendar = await file.text()
    for (const line of ['METHOD:CANCEL', 'STATUS:CANCELLED', 'SEQUENCE:1']) expect(calendar).toContain(`\r\n${line}\r\n`)
    expect(calendar.endsWith('END:VCALENDAR\r\n')).toBe(true)
    expect(
      await site.db.selectFrom('bookingEvents').selectAll().where('bookingId', '=', site.id).where('toStatus', '=', 'cancelled').execute(),
    ).toHaveLength(1)
  })

  it('says that something was done only while that is how it stands, whatever the address says', async () => {
    const site = await openTracked()
    const says = async (done: string) => /role="status"/.test((await site.get(`?done=${done}`)).html)
    for (const done of ['rescheduled', 'cancelled', 'message']) expect(await says(done), done).toBe(false)
    await site.send('reschedule', { preferredDate: inDays(7), timeSlot: '08:00 - 10:00' })
    expect(await says('rescheduled')).toBe(true)
    await site.send('cancel')
    expect([await says('rescheduled'), await says('cancelled'), await says('message')]).toEqual([false, true, false])
  })

  it('loses nothing that was typed or chosen where it is refused', async () => {
    const site = await openTracked()
    const long = 'x'.repeat(1_001)
    const refused = await site.send('message', { message: long })
    expect([refused.status, refused.html.includes(long), refused.html.includes('href="#message"')]).toEqual([400, true, true])
    const noSlot = await site.send('reschedule', { preferredDate: inDays(6) })
    expect([noSlot.status, noSlot.html.includes(`name="preferredDate" value="${inDays(6)}"`)]).toEqual([400, true])
    expect((await site.send('reschedule', { preferredDate: inDays(-1), timeSlot: '08:00 - 10:00' })).status).toBe(400)
    const changed = await site.send('reschedule', { preferredDate: inDays(6), timeSlot: '10:00 - 12:00', version: 'received.7' })
    expect(changed.status).toBe(409)
    expect(changed.html).toMatch(/checked="" value="10:00 - 12:00"|value="10:00 - 12:00"[^>]*checked/)
    expect(await site.stored()).toMatchObject({ revision: 0, preferredDate: inDays(3) })
  })
})

describe('the confirmation of a booking', () => {
  it('leads to its page once its words about the next minutes or the price are out of date', async () => {
    const { db, id, trackingUrl } = await openTracked()
    const confirmation = async () =>
      (await fetch(trackingUrl.replace('/track/', '/book/confirmed/'), { redirect: 'manual' })).headers.get('location')
    const become = (status: BookingStatus) => db.updateTable('bookings').set({ status }).where('id', '=', id).execute()
    expect(await confirmation()).toBeNull()
    await become('assigned')
    expect(await confirmation()).toBeNull()
    await become('en_route')
    expect(await confirmation()).toBe(new URL(trackingUrl).pathname)
    await become('assigned')
    const at = new Date().toISOString()
    await db
      .insertInto('credits')
      .values({
        id: newId(),
        bookingId: id,
        promise: 'window',
        missedAt: at,
        amountPence: 5_000,
        refundId: null,
        reason: 'Late',
        createdAt: at,
      })
      .execute()
    expect(await confirmation()).toBe(new URL(trackingUrl).pathname)
  })
})

describe('the private link', () => {
  it('has a short spelling for texts, which leads to it, is as private, and stops working with it', async () => {
    const site = await openTracked()
    const token = site.trackingUrl.split('/').at(-1) ?? ''
    const code = token.slice(0, 22)
    const open = async (path: string) => {
      const { status, headers, text } = await fetch(site.url + path, { redirect: 'manual' }).then(async (answer) => ({
        ...{ status: answer.status, headers: answer.headers, text: await answer.text() },
      }))
      return { status, leadsTo: headers.get('location'), privacy: privacyOf(headers), heading: /<h1[^>]*>.*?<\/h1>/s.exec(text)?.[0] }
    }
    expect(await open(`/t/${code}`)).toMatchObject({ status: 303, leadsTo: `/track/${token}`, privacy: isPrivate })
    expect(await open(`/t/${code}/bill`)).toMatchObject({ status: 303, leadsTo: `/track/${token}/bill`, privacy: isPrivate })
    const unknown = await open(`/track/${'A'.repeat(43)}`)
    expect(unknown).toMatchObject({ status: 404, leadsTo: null })
    for (const path of [`/t/${'A'.repeat(22)}`, `/t/${token}`, `/t/${token.slice(0, 21)}`, `/t/${code.toLowerCase()}x`])
      expect(await open(path)).toEqual(unknown)
    for (const path of [`/track/${token}/nothing`, `/tt/${code}`])
      expect((await fetch(new URL(path, site.trackingUrl))).headers.get('x-robots-tag'), path).toBe(isPrivate['x-robots-tag'])
    await site.send('renew')
    expect(await open(`/t/${code}`)).toEqual(unknown)
    expect(site.instance().stdout() + site.instance().stderr()).not.toContain(code)
  })

  it('is worthless once a new one was asked for, which goes to the booking’s address alone', async () => {
    const site = await openTracked()
    const asked = await site.send('renew')
    expect([asked.status, asked.headers.get('location'), privacyOf(asked.headers)]).toEqual([303, '/new-link?renewed=1', isPrivate])
    expect(asked.html).not.toContain('/track/')
    expect((await site.get()).status).toBe(404)
    expect((await site.get('/booking.ics')).status).toBe(404)
    const sent = 'A new link is on its way'
    expect(await (await fetch(`${site.url}/new-link?renewed=1`)).text()).toContain(sent)
    // If nothing was sent, the page doesn't claim so.
    expect(await (await fetch(`${site.url}/new-link`)).text()).not.toContain(sent)
    const newLink = /^A new link to your booking/
    const link = /http\S+\/track\/[\w-]+/.exec(await shared.mailTo(site.email, newLink))?.[0] ?? ''
    expect(link).not.toBe(site.trackingUrl)
    const page = await fetch(link)
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining((await site.stored()).reference)])
  })
})
