// @module-tag never-again
import { describe, expect, it } from 'vitest'
import { newId } from '#app/values/ids.ts'
import { isDeep } from '#test/support/depth.ts'
import { enteredAs, finished, newEngineer } from '#test/support/finished-visit.ts'
import { differentPages } from '#test/support/page-patterns.ts'
import { openPlainBrowser } from '#test/support/plain-browser.ts'
import { type Site, shareSite } from '#test/support/site.ts'
import { bookingBody } from '#test/support/world.ts'

const shared = shareSite({ accounts: true, env: { GITHUB_CLIENT_ID: 'Iv1.0123456789abcdef', GITHUB_CLIENT_SECRET: 'a'.repeat(40) } })

const totalIn = (page: string) => /name="seenPence" value="(\d+)"/.exec(page)?.[1] ?? ''
const keyIn = (page: string) => /name="key" value="([^"]+)"/.exec(page)?.[1] ?? ''
const bookedAs = (site: Site, id: string) => site.db.selectFrom('bills').selectAll().where('bookingId', '=', id).execute()

/** Rows that acts write, apart from those of the samples. */
const acted = async ({ db }: Site, email: string) => ({
  bookings: await db.selectFrom('bookings').selectAll().where('email', '=', email).orderBy('id').execute(),
  checkouts: await db.selectFrom('checkouts').selectAll().orderBy('id').execute(),
  slots: await db.selectFrom('redlineSlots').selectAll().orderBy('bookingId').execute(),
  flows: await db.selectFrom('authFlows').selectAll().execute(),
  challenges: await db.selectFrom('authPasskeyChallenges').selectAll().execute(),
  links: await db.selectFrom('authMailTokens').selectAll().execute(),
  drafts: await db.selectFrom('bookingDrafts').selectAll().execute(),
  sessions: await db.selectFrom('authSessions').select(['id', 'amr']).orderBy('id').execute(),
})

describe('HEAD, as link checkers send it,', () => {
  it('changes nothing, at any page, with a bill and a priority fee to pay', { timeout: 180_000 }, async () => {
    const site = await shared()
    const staff = await enteredAs(site, 'staff')
    const dan = await newEngineer(site, staff, 'Dan Hale')
    const { id, email, path } = await finished(site, dan.id)
    const draft = await dan.phone.open(`/engineer/jobs/${id}/bill`)
    await dan.phone.post(`/engineer/jobs/${id}/bill`, { intent: 'issue', seenPence: totalIn(draft.text) })
    const submitted = await fetch(`${site.url}/functions/v1/submit-booking`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(bookingBody({ email, serviceLevel: 'redline' })),
    })
    const unpaid = new URL(((await submitted.json()) as { trackingUrl: string }).trackingUrl).pathname
    const customer = openPlainBrowser(site.url)
    const { location } = await customer.open(`${path}/bill/checkout`)
    const session = `?session_id=sandbox_${location?.split('/').at(-1)}`
    const fill = (pattern: string, token: string) =>
      pattern
        .replace(':token', token)
        .replace(':provider', 'github')
        .replace(':id', id)
        .replace(/:\w+\??|\*/g, 'other')
    const tokens = [path, unpaid].map((each) => each.split('/')[2] ?? '')
    const paths = differentPages.flatMap((pattern) => tokens.map((token) => fill(pattern, token)))
    const apis = ['authorize?provider=github', 'callback?code=c&state=s', 'reauthenticate', 'user/identities/authorize?provider=github']
    const before = await acted(site, email)
    // Each page by who may open it.
    const isOf = (start: RegExp) => (each: string) => start.test(each)
    const ofStaff = isOf(/^\/(staff|blog-admin|account|dev)/)
    const ofEngineers = isOf(/^\/engineer/)
    // Link checkers have no session: the pages behind one are checked at full depth.
    const signedIn = isDeep
      ? ([
          [await enteredAs(site, 'owner'), ofStaff],
          [dan.phone, ofEngineers],
        ] as const)
      : []
    for (const [who, asked] of [
      [
        customer,
        [
          ...paths.filter((each) => !ofStaff(each) && !ofEngineers(each)),
          `${path}/bill${session}`,
          ...apis.map((each) => `/auth/v1/${each}`),
        ],
      ],
      ...signedIn.map(([who, isTheirs]) => [who, paths.filter(isTheirs)] as const),
    ] as const) {
      before.sessions = (await acted(site, email)).sessions
      for (const each of new Set(asked)) {
        const { status, text } = await who.ask(each, { method: 'HEAD', headers: { 'Sec-Fetch-Site': 'same-origin' } })
        expect([each, status < 500, text]).toEqual([each, true, ''])
      }
      expect(await acted(site, email)).toEqual(before)
    }
  })
})

describe('A bill', () => {
  it('goes from the door to the customer’s bank, without JavaScript: issued by the engineer, paid by card, and everyone’s page says so', async () => {
    const site = await shared()
    const staff = await enteredAs(site, 'staff')
    const dan = await newEngineer(site, staff, 'Dan Okoro')
    const { id, email, path } = await finished(site, dan.id)
    const customer = openPlainBrowser(site.url)
    const { name, value } = await site.devCookie()
    customer.cookies.set(name, value)
    const atDoor = `/engineer/jobs/${id}/bill`
    const draft = await dan.phone.open(atDoor)
    expect(await dan.phone.post(atDoor, { intent: 'issue', seenPence: '1' })).toMatchObject({ status: 409 })
    expect(await dan.phone.post(atDoor, { intent: 'issue', seenPence: totalIn(draft.text) })).toMatchObject({
      status: 303,
      location: atDoor,
    })
    const [bill] = await bookedAs(site, id)
    expect(bill).toMatchObject({ totalPence: Number(totalIn(draft.text)), engineerId: dan.id })

    const told = await site.mailTo(email, /^Your bill: /)
    expect(told).toContain(`${path}/bill`)
    const page = await customer.open(`${path}/bill`)
    expect(page.text).toContain(`Bill ${bill?.reference}`)
    expect(page.headers.get('cache-control')).toBe('private, no-store')

    expect((await customer.open(`${path}/bill/pay`)).text).toContain(`£${((bill?.totalPence ?? 0) / 100).toFixed(2)}`)
    expect(await customer.open(`${path}/bill/checkout?amount=99999`)).toMatchObject({
      status: 303,
      location: `${path}/bill/pay?amount=99999`,
    })
    const part = await customer.open(`${path}/bill/checkout?amount=50`)
    expect(part.status).toBe(303)
    // The return URL alone doesn't confirm a payment.
    const back = await customer.post(part.location ?? '', { how: 'silently' })
    expect(back.location).toMatch(new RegExp(`^${path}/bill\\?session_id=sandbox_`))
    expect(await customer.open(back.location ?? '')).toMatchObject({ status: 303, location: `${path}/bill` })
    const waiting = await customer.open(`${path}/bill`)
    expect(waiting.text).toContain('£50.00')
    expect(waiting.text).not.toMatch(/Paid|>Pay |\/bill\/pay"/)
    await customer.post(part.location ?? '', { how: 'pay' })
    const rest = await customer.open(`${path}/bill/checkout`)
    await customer.post(rest.location ?? '', { how: 'pay' })
    expect((await customer.open(`${path}/bill`)).text).toContain('Paid in full')
    expect(await customer.open(`${path}/bill/pay`)).toMatchObject({ status: 303, location: `${path}/bill` })
    expect(await site.mailTo(email, /^Receipt: we’ve received £50/)).toContain(`bill ${bill?.reference}`)
    // The account of the customer lists the bill with its receipts.
    const account = await site.sampleOf('customer')
    await site.db.updateTable('bookings').set({ email: account.email }).where('id', '=', id).execute()
    const listed = (await (await enteredAs(site, 'customer')).open('/account/bookings')).text
    expect(listed).toContain(`Bill ${bill?.reference}, £${((bill?.totalPence ?? 0) / 100).toFixed(2)}: paid`)
    const receipt = new RegExp(`href="(${path}/bill/receipt-[\\da-f]+\\.pdf)"[^>]*>Receipt for £50\\.00`).exec(listed)?.[1]
    expect((await fetch(`${site.url}${receipt}`)).headers.get('content-type')).toBe('application/pdf')
  })

  it('gives the engineer’s phone a link that pays it and opens nothing else; the private link and the email never reach that phone', async () => {
    const site = await shared()
    const staff = await enteredAs(site, 'staff')
    const dan = await newEngineer(site, staff, 'Ned Frost')
    const { id, email, path } = await finished(site, dan.id, 'Tess Garland')
    const { trackingTokenHash } = await site.db
      .selectFrom('bookings')
      .select('trackingTokenHash')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    const secrets = [path.split('/').at(-1) ?? '', trackingTokenHash, email]
    const of = (pattern: string) => pattern.replace(':id', id).replace(':photo', newId()).replace('/:size?', '').replace('*', 'nowhere')
    const paths = differentPages.filter((each) => /^\/engineer(\/|$)/.test(each)).map(of)
    const json = { 'Content-Type': 'application/json', Origin: site.url, 'Sec-Fetch-Site': 'same-origin' }
    /** Everything that the engineer's account can read of the job: pages, their data, answers to acts, and the feed. */
    const readAll = async (): Promise<string> => {
      const answers = paths.flatMap((each) => [dan.phone.open(each), dan.phone.open(`${each}.data`)])
      const at = new Date().toISOString()
      const acts = ['sheet', 'photo', 'bill-pay'].map((kind) => ({ key: newId(), kind, bookingId: id, at }))
      const told = await Promise.all([
        ...answers,
        dan.phone.ask('/engineer/acts', { method: 'POST', body: JSON.stringify({ sentAt: at, acts }), headers: json }),
        dan.phone.ask('/api/engineer', { headers: { accept: 'application/json' } }),
      ])
      const text = told.map((answer) => `${answer.location} ${answer.text}`).join('\n')
      expect(secrets.filter((secret) => text.includes(secret))).toEqual([])
      return text
    }
    for (const status of ['assigned', 'arrived', 'completed'] as const) {
      await site.db.updateTable('bookings').set({ status }).where('id', '=', id).execute()
      expect([status, /\/pay\//.test(await readAll())]).toEqual([status, false])
    }
    const atDoor = `/engineer/jobs/${id}/bill`
    const issue = async () => dan.phone.post(atDoor, { intent: 'issue', seenPence: totalIn((await dan.phone.open(atDoor)).text) })
    await issue()
    const [bill] = await bookedAs(site, id)
    const link = new RegExp(`/pay/${bill?.reference}/[\\w-]{43}`).exec(await readAll())?.[0] ?? ''
    const code = link.split('/').at(-1) ?? ''

    const anyone = openPlainBrowser(site.url)
    const { name, value } = await site.devCookie()
    anyone.cookies.set(name, value)
    const page = await anyone.open(link)
    const sum = `£${((bill?.totalPence ?? 0) / 100).toFixed(2)}`
    expect([page.status, page.headers.get('cache-control'), page.text.includes(sum)]).toEqual([200, 'private, no-store', true])
    // Cancelling, and a payment page opened at the private link, give no further access.
    const seen = [page.text]
    const [own] = [await anyone.open(`${path}/bill/checkout`)]
    const checkout = await anyone.open(`${link}/checkout`)
    expect(checkout.location).not.toBe(own.location)
    seen.push((await anyone.open(checkout.location ?? '')).text)
    const back = await anyone.post(checkout.location ?? '', { how: 'silently' })
    expect(back.location).toBe(`${link}?session_id=sandbox_${checkout.location?.split('/').at(-1)}`)
    expect(await anyone.open(back.location ?? '')).toMatchObject({ status: 303, location: link })
    seen.push((await anyone.open(link)).text)
    await anyone.post(checkout.location ?? '', { how: 'pay' })
    seen.push((await anyone.open(link)).text)
    for (const [at, text] of seen.entries())
      for (const said of [...secrets, 'Tess', 'Garland']) expect([at, said, text.includes(said)]).toEqual([at, said, false])
    // The code opens neither the private link nor another bill.
    const ends = ['', '/bill', '/bill/pay', '/bill/bill.pdf', '/booking.ics', '/gas', '/photos/x', '/engineer']
    for (const end of ends) expect([end, (await anyone.open(`/track/${code}${end}`)).status]).toEqual([end, 404])
    expect((await anyone.post(`/track/${code}`, { intent: 'cancel' })).status).toBe(404)
    expect((await fetch(`${site.url}/api/track?link=${code}`)).status).toBe(404)
    const other = await finished(site, dan.id)
    await dan.phone.post(`/engineer/jobs/${other.id}/bill`, {
      ...{ intent: 'issue', seenPence: totalIn((await dan.phone.open(`/engineer/jobs/${other.id}/bill`)).text) },
    })
    const [theirs] = await bookedAs(site, other.id)
    for (const wrong of [
      `/pay/${theirs?.reference}/${code}`,
      `${link.slice(0, -1)}${link.endsWith('A') ? 'B' : 'A'}`,
      `/pay/2026-9999/${code}`,
    ])
      for (const end of ['', '.data', '/checkout']) expect([wrong, end, (await anyone.open(wrong + end)).status]).toEqual([wrong, end, 404])
    // A bill that has replaced it has a link of its own.
    const owner = await enteredAs(site, 'owner')
    const credit = { intent: 'bill-credit', creditAmount: sum.slice(1), creditReason: 'Wrong address', key: newId() }
    expect(await owner.post(`/staff/bookings/${id}`, credit)).toMatchObject({ status: 303 })
    expect((await anyone.open(link)).status).toBe(404)
    await issue()
    expect((await anyone.open(link)).status).toBe(404)
    const renewed = /\/pay\/[\d-]+\/[\w-]{43}/.exec(await readAll())?.[0] ?? ''
    expect([renewed === link, (await anyone.open(renewed)).status]).toEqual([false, 200])
  })

  it('is corrected, issued, paid in cash and credited by staff, who find it by number, name and sum', async () => {
    const site = await shared()
    const staff = await enteredAs(site, 'staff')
    const { id } = await finished(site, (await newEngineer(site, staff, 'Eve Stone')).id, 'Zebedee Quill')
    const page = `/staff/bookings/${id}`
    const press = (fields: Record<string, string>) => staff.post(page, fields)
    const corrected = {
      intent: 'bill-correct',
      kind: 'reduction',
      correctionAmount: '12.34',
      label: 'Goodwill',
      correctionReason: 'A long wait',
    }
    expect(await press(corrected)).toMatchObject({ status: 303 })
    expect((await staff.open('/staff/bills')).text).toContain('Zebedee Quill')
    const draft = await staff.open(page)
    expect(draft.text).toContain('Goodwill')
    expect(await press({ intent: 'bill-issue', seenPence: totalIn(draft.text) })).toMatchObject({ status: 303 })
    const [bill] = await bookedAs(site, id)
    const sum = ((bill?.totalPence ?? 0) / 100).toFixed(2)
    for (const q of [bill?.reference ?? '', 'zebedee', sum])
      expect((await staff.open(`/staff/bills?q=${encodeURIComponent(q)}`)).text, q).toContain(`${page}#bill`)
    const credited = { intent: 'bill-credit', creditAmount: '10', creditReason: 'A part was faulty', key: newId() }
    await press(credited)
    await press(credited)
    expect((await staff.open(page)).text).toContain('A part was faulty')
    await press({ intent: 'bill-pay', method: 'cash', paidAmount: String(Number(sum) - 10), key: newId() })
    const cash = await staff.open('/staff/bills/cash')
    const seenPence = totalIn(cash.text)
    expect(seenPence).toBe(String((bill?.totalPence ?? 0) - 1_000))
    const heldBy = /name="heldBy" value="([^"]+)"/.exec(cash.text)?.[1] ?? ''
    const counting = { heldBy, seenPence, key: keyIn(cash.text), counted: '1', note: '' }
    expect(await staff.post('/staff/bills/cash', { ...counting, note: 'A note was torn' })).toMatchObject({ status: 303 })
    const closed = await staff.open('/staff/bills/cash')
    expect(closed.text).toContain('A note was torn')
  })
})
