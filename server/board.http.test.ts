// @module-tag never-again
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { beginSiteSession } from '#app/features/accounts/site-session.server.ts'
import { readBooking } from '#app/features/booking/read-booking.server.ts'
import type { Services } from '#app/platform/services.ts'
import { toInstant } from '#app/values/clock.ts'
import { newId } from '#app/values/ids.ts'
import { poundsText } from '#content/money.ts'
import { defaultPrices } from '#content/price-list.ts'
import type { UserRole } from '#db/tables/accounts.ts'
import { bookOne } from '#test/support/booked.ts'
import { freshWorld, openPeers } from '#test/support/fresh.ts'
import { foreignForm, openPlainBrowser, type PlainBrowser } from '#test/support/plain-browser.ts'
import { type Site, shareSite } from '#test/support/site.ts'
import { bookingBody, type World } from '#test/support/world.ts'
import { boardMarks } from './api/board.ts'
import { createMarkStream } from './http/mark-stream.ts'

async function enteredAs(site: Site, role: UserRole): Promise<PlainBrowser> {
  const visitor = openPlainBrowser(site.url)
  await visitor.signIn(await site.sampleOf(role))
  return visitor
}

/** Books through the form's endpoint; returns the booking's id. */
async function book(site: Site, changes: Record<string, unknown> = {}): Promise<string> {
  const response = await fetch(`${site.url}/functions/v1/submit-booking`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: site.url },
    body: JSON.stringify(bookingBody(changes)),
  })
  const { reference } = (await response.json()) as { reference: string }
  return (await site.db.selectFrom('bookings').select('id').where('reference', '=', reference).executeTakeFirstOrThrow()).id
}

const bookingOf = (site: Site, id: string) => site.db.selectFrom('bookings').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

/** The `seen` field that the page sends with an action: the version of the booking it shows. */
const seenIn = (page: string) => /name="seen" value="([^"]+)"/.exec(page)?.[1] ?? ''

async function addEngineer(staff: PlainBrowser, name: string, gasSafeNumber = ''): Promise<string> {
  const added = await staff.post('/staff/engineers/new', {
    intent: 'save',
    name,
    phone: '07700 900100',
    gasSafeNumber,
    base: 'Borough',
    sharesPhone: 'yes',
  })
  expect(added.status).toBe(303)
  return /engineers\/([\w-]+)\?/.exec(added.location ?? '')?.[1] ?? ''
}

const feePence = defaultPrices.priorityFeePence.phone

/** Tests tell their data apart by what they created themselves. */
const shared = shareSite({ accounts: true })

describe('The pages of dispatch without JavaScript', () => {
  it('are for staff: who is signed out signs in first, a customer reads a plain 403, and nothing is kept by anyone', async () => {
    const site = await shared()
    const id = await book(site)
    const [stranger, customer, staff] = [openPlainBrowser(site.url), await enteredAs(site, 'customer'), await enteredAs(site, 'staff')]
    for (const path of ['/staff', '/staff/bookings', '/staff/inbox', `/staff/bookings/${id}`, '/staff/engineers/plan']) {
      expect(await stranger.open(path)).toMatchObject({ status: 303, location: `/auth?next=${path}` })
      const refused = await customer.open(path)
      expect([path, refused.status, refused.text.includes('Priya')]).toEqual([path, 403, false])
      const page = await staff.open(path)
      expect([path, page.status, page.headers.get('cache-control')]).toEqual([path, 200, 'private, no-store'])
      expect(page.text).toContain('noindex')
      for (const act of [stranger, customer])
        expect((await act.post(path, { intent: 'accept', bookingId: id, seen: '0' })).status).not.toBe(200)
    }
    expect((await staff.post('/staff', { intent: 'accept', bookingId: id, seen: '0' }, foreignForm)).status).toBe(403)
    expect(await bookingOf(site, id)).toMatchObject({ status: 'received', version: 0 })
    expect((await staff.open('/staff/bookings/nobody')).status).toBe(404)
    expect((await staff.open('/staff/engineers/nobody')).status).toBe(404)
    expect((await staff.post('/staff', { intent: 'constructor', bookingId: id })).status).toBe(400)
  })

  it('take a booking from the queue to its end, and back by one press', async () => {
    const site = await shared()
    const staff = await enteredAs(site, 'staff')
    const engineerId = await addEngineer(staff, 'Sam Whitlock')
    const id = await book(site)
    const board = await staff.open('/staff')
    const waiting = await site.db.selectFrom('bookings').select('id').where('status', 'in', ['received', 'confirmed']).execute()
    expect(board.text).toContain(`(${waiting.length}) Board`)
    expect(board.text).toContain('Priya Raman')
    expect(board.text).toContain('E1 1FR')
    expect(board.text).not.toMatch(/<[^>]+ style=/)
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

    const paymentId = newId()
    const at = toInstant(new Date())
    await site.db
      .insertInto('payments')
      .values({
        ...{ id: paymentId, bookingId: id, provider: 'sandbox', providerPaymentId: `pi_${id}`, checkoutId: null },
        ...{ amountPence: 2_000, currency: 'gbp', paidAt: at, recordedAt: at, outcome: 'confirmed' as const },
      })
      .execute()
    const tooMuch = await staff.post(path, { intent: 'refund', paymentId, seenReturnedPence: '0', amount: '30' })
    expect(tooMuch.status).toBe(400)
    expect(tooMuch.text).toContain('id="amount-problem"')
    expect(/<input[^>]*id="amount"[^>]*>/.exec(tooMuch.text)?.[0]).toContain('value="30"')
  })

  it('find bookings at an address that can be reloaded and passed on, for staff alone', async () => {
    const site = await shared()
    const [staff, customer, stranger] = [await enteredAs(site, 'staff'), await enteredAs(site, 'customer'), openPlainBrowser(site.url)]
    await book(site, { name: 'Zadie Unique', phone: '07700 900987' })
    for (const q of ['unique zadie', '900987']) {
      const found = await staff.open(`/staff/bookings?q=${encodeURIComponent(q)}`)
      expect([found.status, found.text.includes('1 booking found'), found.text.includes('Zadie Unique')]).toEqual([200, true, true])
    }
    for (const q of ['nobody of that name', '%', '<script>alert(1)</script>']) {
      const found = await staff.open(`/staff/bookings?q=${encodeURIComponent(q)}`)
      expect([found.status, found.text.includes('0 bookings found'), found.text.includes('<script>alert(1)')]).toEqual([200, true, false])
    }
    const caller = '/staff/bookings/caller?phone=07700900987'
    expect(await (await staff.open(`${caller}`)).text).toContain('Zadie Unique')
    for (const path of ['/staff/bookings?q=zadie', caller]) {
      const refused = await customer.open(path)
      expect([refused.status, refused.text.includes('Zadie')]).toEqual([403, false])
      expect((await stranger.open(path)).status).toBe(303)
    }
  })

  it('open the record of the number that is on the phone, for staff alone', async () => {
    const site = await shared()
    const [staff, customer] = [await enteredAs(site, 'staff'), await enteredAs(site, 'customer')]
    const find = async (phone: string) => {
      const { status, location } = await staff.open(`/staff/find?phone=${phone}`)
      return [status, decodeURIComponent(location ?? '').replaceAll('+', ' ')]
    }
    const number = '07700 900977'
    for (const typed of ['+447700900977', '%2B447700900977', '07700%20900977', '0044-7700-900977'])
      expect(await find(typed)).toEqual([303, `/staff/bookings/new?phone=${number}`])
    expect((await staff.open(`/staff/bookings/new?phone=${number}`)).text).toContain(`value="${number}"`)
    const id = await book(site, { phone: number })
    expect(await find('07700900977')).toEqual([303, `/staff/bookings/${id}`])
    expect((await customer.open('/staff/find?phone=07700900977')).status).toBe(403)
    const second = await book(site, { phone: number })
    expect(await find('07700900977')).toEqual([303, `/staff/bookings?q=${number}`])

    expect(await staff.post(`/staff/bookings/${id}`, { intent: 'called', outcome: 'spoken' })).toMatchObject({ status: 303 })
    const record = String((await find('07700900977'))[1])
    expect(record).toMatch(/^\/staff\/customers\/[\da-f-]{36}$/)
    for (const page of [`/staff/bookings/${id}`, `/staff/bookings/${second}`, `/staff/bookings?q=${number}`])
      expect([page, (await staff.open(page)).text.includes(`href="${record}"`)]).toEqual([page, true])
    const { text } = await staff.open(record)
    expect(text).toContain(`/staff/bookings/new?again=${id}`)
    expect(text).toMatch(/not confirmed yet/)
    const act = (intent: string, fields = {}) => staff.post(record, { intent, ...fields })
    expect(await act('claim', { booking: second })).toMatchObject({ status: 303, location: `${record}?done=claim` })
    expect(await act('note', { note: 'Rings twice', key: 'a' })).toMatchObject({ status: 303 })
    const refused = await act('add', { reference: 'BK-<b>' })
    expect([refused.status, refused.text.includes('value="BK-&lt;b&gt;"')]).toEqual([400, true])
    expect(await act('split', { [`booking-${second}`]: 'yes' })).toMatchObject({ status: 303 })
    const { text: split } = await staff.open(`${record}?done=split`)
    expect([split.includes('on a record of their own'), split.includes('Rings twice')]).toEqual([true, true])
    const decision = /name="decision" value="([^"]+)"/.exec(split)?.[1]
    expect(await act('undo', { decision })).toMatchObject({ status: 303 })
    expect((await staff.open(record)).text).toContain(`href="/staff/bookings/${second}"`)
    expect((await customer.post(record, { intent: 'note', note: 'x' })).status).toBe(403)
    expect((await staff.open('/staff/customers/nobody')).status).toBe(404)
    for (const nonsense of ['', '12', '%2B33612345678', '<script>alert(1)</script>', '0'.repeat(5_000)]) {
      const refused = await staff.open(`/staff/find?phone=${nonsense}`)
      expect([refused.status, refused.text.includes('isn’t a UK phone number'), refused.text.includes('<script>alert(1)')]).toEqual([
        400,
        true,
        false,
      ])
    }
  })

  it('sort spam, duplicates, messages and complaints by plain forms, for staff alone', async () => {
    const site = await shared()
    const [staff, customer] = [await enteredAs(site, 'staff'), await enteredAs(site, 'customer')]
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
      expect((await customer.post(path(of), { ...form, seen })).status).toBe(403)
      expect((await staff.post(path(of), { ...form, seen }, foreignForm)).status).toBe(403)
      const pressed = await staff.post(path(of), { ...form, seen })
      expect([form.intent, pressed.status, pressed.location]).toEqual([form.intent, 303, `${path(of)}?done=${form.intent}`])
    }
    expect(await bookingOf(site, id)).toMatchObject({ status: 'cancelled', closedAs: 'spam' })
    expect(await bookingOf(site, second)).toMatchObject({ status: 'cancelled', duplicateOf: first })
    const page = await staff.open(path(first))
    expect([page.text.includes('Complaint: answer it'), page.text.includes('<script>alert')]).toEqual([true, false])
    // A danger that a customer mentions is marked on card and page.
    for (const { text } of [page, await staff.open('/staff')]) expect(text).toMatch(/<li[^>]* border-alarm [^>]*>Gas/)
    expect((await customer.post('/staff/inbox', { bookingId: first })).status).toBe(403)
    expect(await staff.post('/staff/inbox', { bookingId: first })).toMatchObject({ status: 303, location: `${path(first)}#messages` })
    expect((await staff.post('/staff/inbox', { bookingId: '%' })).status).toBe(404)
  })

  it('count in their menu what customers wrote and no one has read', async () => {
    const site = await shared()
    const staff = await enteredAs(site, 'staff')
    const email = 'unread@example.com'
    const id = await book(site, { email })
    const counts = async () => {
      const { text } = await staff.open('/staff/bookings')
      // In the row, in the phone's menu, and on its button.
      const shown = [...text.matchAll(/(\d+)<span class="sr-only"> unread/g)].map(([, count]) => Number(count))
      return shown.length > 0 ? shown : [0, 0, 0]
    }
    const [before = 0] = await counts()
    const link = /http\S+\/track\/[\w.-]+/.exec(await site.mailTo(email, /./))?.[0] ?? ''
    const message = new URLSearchParams({ intent: 'message', message: 'Ring twice', messageKey: newId() })
    expect((await fetch(link, { method: 'POST', body: message, headers: { origin: site.url }, redirect: 'manual' })).status).toBe(303)
    expect(await counts()).toEqual(Array(3).fill(before + 1))
    expect((await staff.post('/staff/inbox', { bookingId: id })).status).toBe(303)
    expect(await counts()).toEqual(Array(3).fill(before))
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
  /** The feed alone on a socket, with a signed-in user of a role. */
  async function openFeed({ services, clock }: Pick<World, 'services' | 'clock'>, role: UserRole) {
    const [userId, sessionId, at] = [newId(), newId(), toInstant(clock.now())]
    await services.db
      .insertInto('authUsers')
      .values({
        ...{ id: userId, email: `${userId}@example.com`, role, phone: '', userMetadata: '{}', appMetadata: '{}' },
        ...{ emailChangeHalves: 0, isSample: 0, isAnonymous: 0, factorFailures: 0, createdAt: at, updatedAt: at },
      })
      .execute()
    const held = { endsAt: '2099-01-01T00:00:00.000Z', userAgent: '', createdAt: at }
    const refresh = { refreshTokenHash: newId(), refreshCount: 0, refreshKeyId: 'k', refreshedAt: at }
    await services.db
      .insertInto('authSessions')
      .values({ id: sessionId, userId, aal: 'aal1', amr: '[]', factorId: null, ...refresh, ...held })
      .execute()
    const cookie = (await beginSiteSession(services, services.db, { sessionId, role })).split(';')[0] ?? ''
    const board = createMarkStream(services, boardMarks(services), { pollMs: 20, beatMs: 20, checkAgainMs: 20 })
    const server = createServer((request, response) => void board.serveAtOnce(request, response)).listen(0, '127.0.0.1')
    await new Promise((resolve) => server.once('listening', resolve))
    onTestFinished(async () => {
      await board.stop()
      server.closeAllConnections()
      server.close()
    })
    return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, cookie, sessionId, userId, board }
  }

  it('says another mark when something has happened, and nothing of what it was', async () => {
    const world = await freshWorld('sqlite')
    const { url, cookie, board } = await openFeed(world, 'staff')
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
    // They are told of news also once no one listens any more.
    stream.end()
    await expect.poll(() => board.listening()).toBe(0)
    await bookOne(world, { phone: '07700 900777', email: 'two@example.com' })
    const { mark } = await (await ask({ cookie })).json()
    expect(stream.marks()).not.toContain(mark)
  })

  it('says another mark when something has happened on another instance, on PostgreSQL', async () => {
    const world = await freshWorld('postgres')
    const [here, there] = openPeers(world, 2) as [Services, Services]
    const { url, cookie } = await openFeed({ ...world, services: here }, 'staff')
    const stream = await openStream(url, cookie)
    await expect.poll(() => stream.marks().length).toBeGreaterThan(0)
    const { id } = await bookOne({ ...world, services: there })
    // More than one look may fall among a booking's commits.
    await expect.poll(() => new Set(stream.marks()).size).toBeGreaterThan(1)
    expect((await readBooking(here, id)).status).toBe('received')
  })

  it('is refused to users who are not staff', async () => {
    const world = await freshWorld('sqlite')
    const { url, cookie, board } = await openFeed(world, 'customer')
    expect((await openStream(url)).response.status).toBe(401)
    expect((await openStream(url, 'sid=guessed')).response.status).toBe(401)
    expect((await openStream(url, cookie)).response.status).toBe(403)
    expect((await fetch(`${url}/api/board`, { method: 'POST' })).status).toBe(405)
    expect((await fetch(`${url}/api/board`, { headers: { cookie, 'sec-fetch-site': 'cross-site' } })).status).toBe(403)
    expect(board.listening()).toBe(0)
  })

  it.each([
    ['is signed out', 'session'],
    ['is staff no more', 'role'],
    ['has a password that is too short for staff', 'password'],
    ['has been idle for too long', 'idle'],
  ] as const)('ends, and says so, when the listener %s; listening does not extend a session', async (_, how) => {
    const world = await freshWorld('sqlite')
    const { url, cookie, sessionId, userId, board } = await openFeed(world, 'staff')
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
