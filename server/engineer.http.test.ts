// @module-tag never-again
import { describe, expect, it, onTestFinished } from 'vitest'
import { newId } from '#app/values/ids.ts'
import { defaultPrices } from '#content/price-list.ts'
import { newPerson } from '#test/support/auth.ts'
import { addEngineer, jobOf, phoneOf, questionIn, readJob as read, staffOf } from '#test/support/engineers.ts'
import { foreignForm, linkIn, openPlainBrowser, type PlainBrowser } from '#test/support/plain-browser.ts'
import { type Site, shareSite } from '#test/support/site.ts'

const shared = shareSite({ accounts: true })

async function step(site: Site, phone: PlainBrowser, id: string, name: string, more: Record<string, string> = {}) {
  return phone.post(`/engineer/jobs/${id}`, { step: name, seen: String((await read(site, id)).version), ...more })
}

describe('An engineer’s phone', () => {
  it('shows their own jobs alone, and takes each step of a visit, as board and customer then see it', async () => {
    const site = await shared()
    const staff = await staffOf(site)
    const [dan, eve] = [await addEngineer(staff, 'Dan Okoro'), await addEngineer(staff, 'Eve Stone')]
    const { phone, email } = await phoneOf(site, staff, dan)
    expect((await phone.open('/engineer')).text).toContain('No jobs yet')
    const own = await jobOf(site, staff, dan, 'Priya Raman')
    const others = await jobOf(site, staff, eve, 'Olu Adeyemi')

    // The email doesn't contain the customer's name or address.
    const told = await site.mailTo(email, /^New job: /)
    expect(told).toContain('/engineer')
    expect(told).not.toMatch(/Priya|07700/)

    const day = await phone.open('/engineer')
    expect(day.text).toContain('Priya Raman')
    expect(day.text).not.toContain('Olu Adeyemi')
    expect(day.headers.get('cache-control')).toBe('private, no-store')

    for (const path of [`/engineer/jobs/${others}`, `/engineer/jobs/${others}.data`]) {
      const refused = await phone.open(path)
      expect([path, refused.status, refused.text.includes('Olu Adeyemi')]).toEqual([path, 404, false])
    }
    // An address without a page leads back to the jobs; only engineers learn that there is none.
    const lost = await phone.open('/engineer/job/1')
    expect([lost.status, lost.text.includes('href="/engineer"')]).toEqual([404, true])
    expect((await openPlainBrowser(site.url).open('/engineer/job/1')).status).toBe(303)
    const before = await read(site, others)
    const pressed = await phone.post(`/engineer/jobs/${others}`, { step: 'en_route', seen: String(before.version) })
    expect([pressed.status, pressed.text.includes('Olu Adeyemi')]).toEqual([404, false])
    expect(await read(site, others)).toEqual(before)

    const asked = await step(site, phone, own, 'en_route')
    // Far from the window, the page asks for confirmation once.
    if (asked.status === 409) await step(site, phone, own, 'en_route', { confirmed: questionIn(asked.text) })
    expect((await read(site, own)).status).toBe('en_route')
    expect(await step(site, phone, own, 'arrived')).toMatchObject({ status: 303, location: '/engineer?done=arrived' })
    const stale = await phone.post(`/engineer/jobs/${own}`, { step: 'completed', seen: '1' })
    expect(stale.status).toBe(409)
    expect(await step(site, phone, own, 'cancel')).toMatchObject({ status: 400 })
    expect(await step(site, phone, own, 'completed')).toMatchObject({ status: 303 })
    expect((await read(site, own)).status).toBe('completed')
    expect(await step(site, phone, own, 'undo')).toMatchObject({ status: 303, location: '/engineer?done=undo' })
    expect((await read(site, own)).status).toBe('arrived')
  })

  it('waits 30 minutes at a door that no one opens: tries are recorded once, the customer and the board see them, the fee comes after', async () => {
    const site = await shared()
    const staff = await staffOf(site)
    const dan = await addEngineer(staff, 'Joe Pike')
    const { phone } = await phoneOf(site, staff, dan)
    const own = await jobOf(site, staff, dan, 'Tess Holloway')
    const page = `/engineer/jobs/${own}/no-access`
    const press = async (by: PlainBrowser, intent: string, more: Record<string, string> = {}) =>
      by.post(page, { intent, seen: String((await read(site, own)).version), ...more })
    const called = { key: newId(), note: 'Rang twice' }

    // The person who lets them in is one tap away.
    await site.db.updateTable('bookings').set({ siteContact: 'Marta, tenant, 07700 900321' }).where('id', '=', own).execute()
    expect((await press(phone, 'called', called)).status).toBe(409)
    expect(await step(site, phone, own, 'arrived')).toMatchObject({ status: 303 })

    for (let times = 0; times < 2; times++) expect(await press(phone, 'called', called)).toMatchObject({ status: 303, location: page })
    expect((await phone.open(page)).text).toContain('href="tel:+447700900321"')
    expect((await press(phone, 'close')).status).toBe(409)

    const { email } = await site.db.selectFrom('bookings').select('email').where('id', '=', own).executeTakeFirstOrThrow()
    const told = await site.mailTo(email, /^We’re at your door/)
    const tracking = /\/track\/[\w.-]+/.exec(told)?.[0] ?? ''
    expect((await openPlainBrowser(site.url).open(tracking)).text).not.toContain('Rang twice')
    expect((await staff.open(`/staff/bookings/${own}`)).text).toContain('Rang twice')

    // Another time is agreed: no fee, and the wait at the door ends.
    expect((await press(phone, 'another_time', { day: '2020-01-01', from: '10:00', until: '12:00' })).status).toBe(400)
    const day = new Date(Date.now() + 48 * 3_600_000).toISOString().slice(0, 10)
    const window = { day, from: '10:00', until: '12:00' }
    const asked = await press(phone, 'another_time', window)
    if (asked.status === 409) await press(phone, 'another_time', { ...window, confirmed: questionIn(asked.text) })
    expect(await read(site, own)).toMatchObject({ status: 'assigned', engineerId: dan })
    await site.mailTo(email, /^We couldn’t get in. New time/)
    expect(await site.db.selectFrom('charges').select('id').where('bookingId', '=', own).execute()).toEqual([])

    // At the door again, 31 minutes ago, within the window: the earlier attempt doesn't count towards this wait.
    await site.db
      .updateTable('bookings')
      .set({ promisedFrom: new Date(Date.now() - 3_600_000).toISOString() })
      .where('id', '=', own)
      .execute()
    expect(await step(site, phone, own, 'arrived')).toMatchObject({ status: 303 })
    const arrivedAt = new Date(Date.now() - 31 * 60_000).toISOString()
    await site.db
      .updateTable('callAttempts')
      .set({ at: new Date(Date.now() - 3_600_000).toISOString() })
      .where('bookingId', '=', own)
      .execute()
    await site.db
      .updateTable('bookingEvents')
      .set({ at: arrivedAt })
      .where('bookingId', '=', own)
      .where('toStatus', '=', 'arrived')
      .execute()
    await site.db.updateTable('engineerActs').set({ receivedAt: arrivedAt }).where('bookingId', '=', own).execute()
    expect((await press(phone, 'close')).status).toBe(409)
    expect(await press(phone, 'called', { key: newId(), note: '' })).toMatchObject({ status: 303 })
    // It reached us a while before they leave.
    await site.db.updateTable('engineerActs').set({ receivedAt: arrivedAt }).where('bookingId', '=', own).execute()
    expect(await press(phone, 'close')).toMatchObject({ status: 303, location: '/engineer?done=no_access' })
    expect((await read(site, own)).status).toBe('no_access')
    const [fee] = await site.db.selectFrom('charges').select(['kind', 'amountPence']).where('bookingId', '=', own).execute()
    expect(fee).toEqual({ kind: 'no_access', amountPence: defaultPrices.billingTerms.noAccessPence })
  })

  it('keeps the sheet of a visit: for staff whole, for the customer once it is over; never one over another unseen', async () => {
    const site = await shared()
    const staff = await staffOf(site)
    const [dan, eve] = [await addEngineer(staff, 'Kit Lowe'), await addEngineer(staff, 'Eve Marsh')]
    const { phone } = await phoneOf(site, staff, dan)
    const { phone: others } = await phoneOf(site, staff, eve)
    const own = await jobOf(site, staff, dan, 'Sam Odell')
    const sheet = {
      found: 'Split in the cold feed',
      done: 'New joint',
      part1: 'Joint 22 mm',
      quantity1: '2',
      cost1: '3.75',
      parking: '4',
    }
    const save = (by: PlainBrowser, seen: string, more: Record<string, string> = {}) =>
      by.post(`/engineer/jobs/${own}`, { step: 'sheet', seen, ...sheet, ...more })

    expect((await save(phone, '0')).status).toBe(409)
    await site.db.updateTable('bookings').set({ status: 'arrived' }).where('id', '=', own).execute()
    expect((await save(others, '0')).status).toBe(404)
    const wrong = await save(phone, '0', { parking: 'two quid' })
    expect([wrong.status, wrong.text.includes('two quid'), wrong.text.includes('Joint 22 mm')]).toEqual([400, true, true])
    expect(await save(phone, '0')).toMatchObject({ status: 303, location: `/engineer/jobs/${own}?done=sheet` })
    // Sent again, as after a lost response.
    expect(await save(phone, '0')).toMatchObject({ status: 303 })

    // A part from the price book needs no cost, unless the engineer paid a different price.
    const part = {
      id: newId(),
      name: 'Flexible hose 30 cm',
      nameKey: 'flexible hose 30 cm',
      unit: 'each',
      costPence: 480,
      isActive: 1 as const,
    }
    await site.db
      .insertInto('parts')
      .values([
        { ...part, revision: 1 },
        { ...part, id: newId(), name: 'Old hose', nameKey: 'old hose', isActive: 0, revision: 1 },
      ])
      .execute()
    const sheetPage = (await phone.open(`/engineer/jobs/${own}`)).text
    expect([sheetPage.includes('<option value="Flexible hose 30 cm"'), sheetPage.includes('Old hose')]).toEqual([true, false])
    expect((await save(phone, '1', { part2: 'Old hose' })).status).toBe(400)
    expect(
      await save(phone, '1', { part2: 'flexible hose 30 CM', quantity2: '2', part3: 'Flexible hose 30 cm', cost3: '5' }),
    ).toMatchObject({
      status: 303,
    })
    const fitted = await site.db.selectFrom('jobParts').select('costPence').where('bookingId', '=', own).orderBy('number').execute()
    expect(fitted.map(({ costPence }) => costPence)).toEqual([375, 480, 500])
    expect(await save(phone, '2')).toMatchObject({ status: 303 })

    // From another phone that showed the field empty: refused with the typed values kept, and saved when sent again.
    const overtaken = await save(phone, '0', { done: 'Capped it off' })
    expect([overtaken.status, overtaken.text.includes('Capped it off')]).toEqual([409, true])
    const shown = /name="step" value="sheet"\/><input type="hidden" name="seen" value="(\d+)"/.exec(overtaken.text)?.[1] ?? ''
    expect(await save(phone, shown, { done: 'Capped it off', part1: '', quantity1: '', cost1: '' })).toMatchObject({ status: 303 })
    expect(await save(phone, '4')).toMatchObject({ status: 303 })

    const seenByStaff = (await staff.open(`/staff/bookings/${own}`)).text
    expect(seenByStaff).toContain('Split in the cold feed')
    const { email } = await site.db.selectFrom('bookings').select('email').where('id', '=', own).executeTakeFirstOrThrow()
    const tracking = /\/track\/[\w.-]+/.exec(await site.mailTo(email, /./))?.[0] ?? ''
    expect((await openPlainBrowser(site.url).open(tracking)).text).not.toContain('Split in the cold feed')
    await site.db.updateTable('bookings').set({ status: 'completed' }).where('id', '=', own).execute()
    const seenByCustomer = (await openPlainBrowser(site.url).open(tracking)).text
    expect(seenByCustomer).toContain('Split in the cold feed')
    expect(seenByCustomer).not.toContain('£3.75')
    // The next engineer at this address reads what was done there, and an engineer elsewhere in the street doesn't.
    const address = '14 Roman Road, Flat 2'
    await site.db.updateTable('bookings').set({ address }).where('id', '=', own).execute()
    for (const [place, isThere] of [
      ['14 roman road flat 2', true],
      ['15 Roman Road', false],
    ] as const) {
      const next = await jobOf(site, staff, eve, 'Ada Lowe')
      await site.db.updateTable('bookings').set({ address: place }).where('id', '=', next).execute()
      const page = (await others.open(`/engineer/jobs/${next}`)).text
      expect([place, page.includes('Split in the cold feed'), page.includes('Sam Odell')]).toEqual([place, isThere, false])
    }
    // After reassignment, the job is no longer theirs.
    await site.db.updateTable('bookings').set({ engineerId: eve }).where('id', '=', own).execute()
    expect((await save(phone, '5', { done: 'x' })).status).toBe(404)
  })

  it('is over when staff end it or the engineer leaves', async () => {
    const site = await shared()
    const staff = await staffOf(site)
    const engineerId = await addEngineer(staff, 'Max Reed')
    const { phone, email } = await phoneOf(site, staff, engineerId)
    const own = await jobOf(site, staff, engineerId, 'Ann Lee')
    expect((await phone.post(`/staff/bookings/${own}`, { intent: 'cancel', reason: 'x', seen: '1' })).status).toBe(403)
    // After leaving, the engineer has no page; after returning, it is back; after losing access, they are signed out.
    const details = { intent: 'save', name: 'Max Reed', phone: '07700 900999', sharesPhone: 'yes' }
    await site.db.updateTable('bookings').set({ engineerId: null, status: 'confirmed' }).where('id', '=', own).execute()
    await staff.post(`/staff/engineers/${engineerId}`, { ...details, retired: 'yes' })
    expect((await phone.open('/engineer')).status).toBe(403)
    await staff.post(`/staff/engineers/${engineerId}`, details)
    expect((await phone.open('/engineer')).status).toBe(200)
    expect((await staff.open(`/staff/engineers/${engineerId}`)).text).toContain(email)
    expect(await staff.post(`/staff/engineers/${engineerId}`, { intent: 'end-access' })).toMatchObject({ status: 303 })
    expect(await phone.open('/engineer')).toMatchObject({ status: 303, location: '/auth?next=/engineer' })
  })

  it('reports what waited on the phone: each act once, for its own jobs alone, and shows what was refused until it is read', async () => {
    const site = await shared()
    const staff = await staffOf(site)
    const [dan, eve] = [await addEngineer(staff, 'Lou Marsh'), await addEngineer(staff, 'Kay Dunn')]
    const { phone } = await phoneOf(site, staff, dan)
    const [own, others] = [await jobOf(site, staff, dan, 'Una Field'), await jobOf(site, staff, eve, 'Olu Adeyemi')]
    const at = new Date().toISOString()
    const actOn = (bookingId: string) => ({ key: newId(), kind: 'arrived', bookingId, at })
    const acts = [actOn(own), actOn(others)]
    const report = (
      by: PlainBrowser,
      body: unknown,
      headers: Record<string, string> = { Origin: site.url, 'Sec-Fetch-Site': 'same-origin' },
    ) =>
      by.ask('/engineer/acts', { method: 'POST', body: JSON.stringify(body), headers: { 'Content-Type': 'application/json', ...headers } })

    const before = await read(site, others)
    expect((await report(phone, { sentAt: at, acts }, foreignForm)).status).toBe(403)
    expect((await report(phone, { sentAt: 'yesterday', acts })).status).toBe(400)
    expect((await read(site, own)).status).toBe('assigned')

    for (let time = 0; time < 2; time++) {
      const answer = await report(phone, { sentAt: at, acts })
      expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'private, no-store'])
      expect(JSON.parse(answer.text)).toEqual({
        now: expect.stringMatching(/Z$/),
        outcomes: [
          { key: acts[0]?.key, state: 'done' },
          { key: acts[1]?.key, state: 'refused', reason: expect.stringContaining('isn’t yours') },
        ],
      })
    }
    expect([(await read(site, own)).status, await read(site, others)]).toEqual(['arrived', before])
    // Reports of another engineer's session, a reused key with other actions, and too many actions at once.
    const elsewhere = await report(phone, { engineerId: eve, sentAt: at, acts: [actOn(own)] })
    expect([elsewhere.status, elsewhere.text.includes('Una Field')]).toEqual([409, false])
    const reused = await report(phone, { sentAt: at, acts: [{ ...actOn(own), kind: 'completed', key: acts[0]?.key }] })
    expect(JSON.parse(reused.text).outcomes).toMatchObject([{ state: 'refused', reason: expect.stringContaining('already sent') }])
    expect((await read(site, own)).status).toBe('arrived')
    const many = Array.from({ length: 51 }, () => actOn(own))
    expect((await report(phone, { sentAt: at, acts: many })).status).toBe(400)
    const huge = { ...actOn(own), fields: Object.fromEntries(Array.from({ length: 20 }, (_, each) => [`f${each}`, 'x'.repeat(5_000)])) }
    expect((await report(phone, { sentAt: at, acts: [huge] })).status).toBe(413)
    const day = (await phone.open('/engineer')).text
    expect([day.includes(`value="${acts[1]?.key}"`), day.includes('Olu Adeyemi')]).toEqual([true, false])
    expect(await phone.post('/engineer/acts', { refused: acts[1]?.key ?? '' })).toMatchObject({ status: 303, location: '/engineer' })
    expect((await phone.open('/engineer')).text).not.toContain(`value="${acts[1]?.key}"`)
  })

  it('needs an invitation that works once, goes to one address and never takes the place of one to be staff', async () => {
    const site = await shared()
    const staff = await staffOf(site)
    const engineerId = await addEngineer(staff, 'Ida Grant')
    const wrong = await staff.post(`/staff/engineers/${engineerId}`, { intent: 'invite', email: 'nobody' })
    expect([wrong.status, wrong.text.includes('value="nobody"')]).toEqual([400, true])
    const [first, second] = [newPerson(), newPerson()]
    await staff.post(`/staff/engineers/${engineerId}`, { intent: 'invite', email: first.email })
    const old = await site.invitationTo(first.email)
    await staff.post(`/staff/engineers/${engineerId}`, { intent: 'invite', email: second.email })
    expect((await openPlainBrowser(site.url).open(old)).status).toBe(410)
    const link = await site.invitationTo(second.email)
    const phone = openPlainBrowser(site.url)
    await phone.post(link, { fullName: second.name, password: second.password })
    expect((await openPlainBrowser(site.url).post(link, { fullName: 'Eve', password: second.password })).status).toBe(403)

    const owner = openPlainBrowser(site.url)
    await owner.signIn(await site.sampleOf('owner'))
    const colleague = newPerson()
    await owner.post('/staff/people/invite', { fullName: colleague.name, email: colleague.email, role: 'staff' })
    const other = await addEngineer(staff, 'Tom Hall')
    const refused = await staff.post(`/staff/engineers/${other}`, { intent: 'invite', email: colleague.email })
    expect(refused.status).toBe(409)
  })
})

describe('Signing in', () => {
  it('leads staff to the board, engineers to their jobs and customers to their bookings, or where they wanted to go, by password and by an emailed link', async () => {
    const site = await shared()
    const staff = await staffOf(site)
    const engineer = await phoneOf(site, staff, await addEngineer(staff, 'Ivy Marlow'))
    const people = [
      [await site.sampleOf('staff'), '/staff'],
      [await site.sampleOf('owner'), '/staff'],
      [engineer, '/engineer'],
      [await site.sampleOf('customer'), '/account/bookings?said=signed-in'],
    ] as const
    for (const [{ email, password }, landing] of people) {
      const browser = openPlainBrowser(site.url)
      expect((await browser.signIn({ email, password })).location, email).toBe(landing)
      expect((await browser.open('/auth')).location, `${email}, already signed in`).toBe(landing)
      expect((await openPlainBrowser(site.url).signIn({ email, password }, '/account/devices')).location).toBe('/account/devices')
      const asked = await fetch(`${site.url}/auth/v1/otp`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email, create_user: false }),
      })
      expect(asked.status).toBe(200)
      const link = linkIn(await site.mailTo(email, 'Your sign-in link'))
      expect((await openPlainBrowser(site.url).post(link, {})).location, `${email}, by link`).toBe(landing)
    }
    // A former engineer is a customer like any other.
    await site.db.updateTable('engineers').set({ retiredAt: new Date().toISOString() }).where('name', '=', 'Ivy Marlow').execute()
    expect((await openPlainBrowser(site.url).signIn(engineer)).location).toBe('/account/bookings?said=signed-in')
  })
})

describe('GET /api/engineer', () => {
  it('tells an engineer’s own phone that their jobs have changed, no one else, and ends when staff end their access or link it to another', async () => {
    const site = await shared()
    const staff = await staffOf(site)
    const [dan, eve] = [await addEngineer(staff, 'Raj Patel'), await addEngineer(staff, 'Amy Holt')]
    const { phone } = await phoneOf(site, staff, dan)
    const { phone: others } = await phoneOf(site, staff, eve)
    const listen = async (by: PlainBrowser, headers: Record<string, string> = {}) => {
      const stop = new AbortController()
      onTestFinished(() => stop.abort())
      const cookie = [...by.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
      const response = await fetch(`${site.url}/api/engineer`, {
        headers: { accept: 'text/event-stream', ...headers, cookie },
        signal: stop.signal,
      })
      const lines: string[] = []
      void (async () => {
        for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) lines.push(chunk)
      })().catch(() => undefined)
      const marks = () => [...lines.join('').matchAll(/"mark":"(\w+)"/g)].map(([, mark]) => mark)
      return { status: response.status, text: () => lines.join(''), marks }
    }
    expect((await listen(openPlainBrowser(site.url))).status).toBe(401)
    const [own, other] = [await listen(phone), await listen(others)]
    await expect.poll(() => Math.min(own.marks().length, other.marks().length)).toBeGreaterThan(0)
    await jobOf(site, staff, dan, 'Jo Ellis')
    await expect.poll(() => new Set(own.marks()).size).toBeGreaterThan(1)
    expect(new Set(other.marks()).size).toBe(1)
    expect(own.text()).not.toContain('Ellis')
    const asked = await listen(phone, { accept: 'application/json' })
    await expect.poll(asked.text).toBe(`{"mark":"${own.marks().at(-1)}"}`)
    await staff.post(`/staff/engineers/${dan}`, { intent: 'end-access' })
    expect((await listen(phone)).status).toBe(401)
    // The other's account is linked to another engineer, with the stream open.
    const { userId } = await site.db.selectFrom('engineers').select('userId').where('id', '=', eve).executeTakeFirstOrThrow()
    await site.db.updateTable('engineers').set({ userId: null }).where('id', '=', eve).execute()
    await site.db.updateTable('engineers').set({ userId }).where('id', '=', dan).execute()
    for (const each of [own, other]) await expect.poll(() => each.text()).toContain('event: ended')
  })
})
