// @module-tag never-again
import { parse } from 'node-html-parser'
import { describe, expect, it } from 'vitest'
import { spokenTimeAt } from '#app/platform/london.ts'
import { poundsText } from '#content/money.ts'
import { defaultPrices } from '#content/price-list.ts'
import { openPlainBrowser } from '#test/support/plain-browser.ts'
import { shareSite } from '#test/support/site.ts'
import { bookingBody } from '#test/support/world.ts'

/** In the morning: for a slot sold shortly before midnight, the engineer couldn't arrive on its day. */
const at = '2026-12-01T10:20:00.000Z'
const shared = shareSite({ at, env: { DEV_TOOLS: 'on' } })

/**
 * A running site without bookings, with Red Line payable in the sandbox, a browser without JavaScript, and direct access to the database.
 */
async function openRedLine() {
  const { url, db, devCookie } = await shared()
  for (const table of ['refunds', 'payments', 'checkouts', 'redlineSlots', 'jobs', 'localMail', 'bookings'] as const)
    await db.deleteFrom(table).execute()
  const visitor = openPlainBrowser(url)
  const { name, value } = await devCookie()
  visitor.cookies.set(name, value)
  const submit = async (changes: Record<string, unknown>) => {
    const answer = await fetch(`${url}/functions/v1/submit-booking`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', Origin: url },
      body: JSON.stringify(bookingBody(changes)),
    })
    return (await answer.json()) as { reference: string; trackingUrl: string }
  }
  const see = async (path: string) => {
    const answer = await visitor.open(path)
    return { ...answer, main: parse(answer.text).querySelector('main') ?? expect.fail(`${path} is no page`) }
  }
  return {
    url,
    db,
    visitor,
    submit,
    see,
    /** The page's heading and all its visible text. */
    async read(path: string) {
      const { main } = await see(path)
      for (const hidden of main.querySelectorAll('.invisible')) hidden.remove()
      return {
        heading: main.querySelector('h1')?.textContent,
        text: main.textContent,
        links: main.querySelectorAll('a').map((each) => each.getAttribute('href')),
      }
    },
    async book() {
      const { reference, trackingUrl } = await submit({ serviceLevel: 'redline' })
      const path = new URL(trackingUrl).pathname
      return {
        reference,
        path,
        fee: async () => (await fetch(`${url}${path}/fee`)).json() as Promise<{ state: string; returns: string[] }>,
      }
    },
    /** Opens the payment page, as the pay link does. */
    async toPayment(path: string) {
      const { status, location } = await visitor.open(`${path}/pay`)
      expect(status).toBe(303)
      return new URL(location ?? '', url).pathname
    },
    /** Presses a button on the payment page; returns the URL that the provider sends the visitor back to. */
    async pay(checkout: string, how: string) {
      const { status, location } = await visitor.post(checkout, { how })
      expect(status).toBe(303)
      expect(location).toMatch(/^\/payment-success\?session_id=sandbox_/)
      return location ?? ''
    },
    /** Lets the hold expire. */
    async runOut() {
      const before = new Date(Date.parse(at) - 1_000).toISOString()
      await db.updateTable('bookings').set({ paymentDueAt: before }).where('status', '=', 'awaiting_payment').execute()
      await db.updateTable('redlineSlots').set({ heldUntil: before }).where('heldUntil', 'is not', null).execute()
    },
    stored: (reference: string) => db.selectFrom('bookings').selectAll().where('reference', '=', reference).executeTakeFirstOrThrow(),
  }
}

const feeText = poundsText(defaultPrices.priorityFeePence.online)
describe('Red Line without JavaScript', () => {
  it('is booked, held, paid for and received, and each page says how it stands', async () => {
    const { visitor, read, toPayment, pay, stored, db } = await openRedLine()
    let page = await visitor.open('/book?serviceLevel=redline')
    const go = async (fields: Record<string, string>) => {
      const hidden = parse(page.text).querySelectorAll('form[action="/book"] input[type=hidden]')
      const kept = Object.fromEntries(hidden.map((each) => [each.getAttribute('name') ?? '', each.getAttribute('value') ?? '']))
      page = await visitor.post('/book', { ...kept, ...fields })
      if (page.location?.startsWith('/book?')) page = await visitor.open(page.location)
    }
    await go({ go: 'next', serviceLevel: 'redline' })
    await go({ go: 'next', name: 'Priya Raman', phone: '07700 900264', email: 'priya.raman@example.com' })
    await go({ go: 'next', service: 'Burst Pipe', postcode: 'E1 1FR' })
    // Required by law: the last button says that the order must be paid for.
    expect(parse(page.text).querySelectorAll('form[action="/book"] button:not(.sr-only)').at(-1)?.textContent).toBe(
      `Book and pay ${feeText}`,
    )
    await go({ go: 'submit' })
    expect([page.status, page.location]).toEqual([303, expect.stringMatching(/^\/book\/confirmed\//)])
    const confirmed = page.location ?? ''
    const path = confirmed.replace('/book/confirmed/', '/track/')

    const { reference, paymentDueAt } = await db.selectFrom('bookings').select(['reference', 'paymentDueAt']).executeTakeFirstOrThrow()
    expect(Date.parse(paymentDueAt ?? '') - Date.parse(at)).toBeGreaterThan(9 * 60_000)
    for (const each of [confirmed, path]) {
      const { text, links } = await read(each)
      expect(text).toContain(spokenTimeAt(paymentDueAt ?? ''))
      expect(text).toContain(reference)
      expect(text).not.toContain('Submitted Successfully')
      expect(links).toContain(`${path}/pay`)
    }

    const checkout = await toPayment(path)
    expect((await read(checkout)).text).toContain(`${feeText} for booking ${reference}`)
    const success = await read(await pay(checkout, 'pay'))
    expect(success.heading).toBe('Payment Successful!')
    expect(success.text).toContain(reference)
    expect(await stored(reference)).toMatchObject({ status: 'received' })
    for (const each of [confirmed, path]) {
      const { links } = await read(each)
      expect(links).not.toContain(`${path}/pay`)
    }
    // Nothing is left to pay: the link redirects to the booking.
    expect((await visitor.open(`${path}/pay`)).location).toContain(path)
    const mails = () => db.selectFrom('localMail').select('subject').where('recipient', '=', 'priya.raman@example.com').execute()
    await expect
      .poll(async () => (await mails()).map(({ subject }) => subject))
      .toContainEqual(expect.stringMatching(`^Red Line confirmed: engineer arriving .+\\(${reference}\\)$`))
  })

  it('is not paid by coming back: the page says so until the provider has told us, however late', async () => {
    const { read, book, toPayment, pay, stored } = await openRedLine()
    const { reference, path, fee } = await book()
    const checkout = await toPayment(path)
    const back = await pay(checkout, 'silently')
    expect(await read(back)).toMatchObject({
      heading: 'Your payment is being confirmed',
      text: expect.not.stringContaining('Technician dispatched'),
    })
    expect([(await stored(reference)).status, (await fee()).state]).toEqual(['awaiting_payment', 'due'])
    await pay(checkout, 'pay')
    expect((await read(back)).heading).toBe('Payment Successful!')
    expect((await fee()).state).toBe('paid')
  })

  it('is tried again by one press, on both pages of the booking', async () => {
    const { visitor, see, read, book, toPayment, runOut } = await openRedLine()
    const { path } = await book()
    await runOut()
    for (const page of [path, path.replace('/track/', '/book/confirmed/')]) {
      const { main } = await see(page)
      const form = main.querySelectorAll('form').find((each) => each.querySelector('button[value=retry]'))
      expect([form?.getAttribute('method'), form?.getAttribute('action')]).toEqual(['post', path])
    }
    expect(await visitor.post(path, { intent: 'retry' })).toMatchObject({ status: 303, location: path })
    expect(await read(path)).toMatchObject({ heading: 'Waiting for payment' })
    await toPayment(path)
  })
})

describe('How a fee stands', () => {
  it('says to a second customer from one address that no slot is held, before they pay, and sells them one all the same', async () => {
    const { visitor, db, read, book, toPayment, pay, stored } = await openRedLine()
    await book()
    const second = await book()
    expect(await second.fee()).toMatchObject({ state: 'due', isHeld: false })
    for (const page of [second.path, second.path.replace('/track/', '/book/confirmed/')]) {
      const { text } = await read(page)
      expect(text).not.toContain('We’re holding a Red Line slot')
    }
    await pay(await toPayment(second.path), 'pay')
    expect(await second.fee()).toMatchObject({ state: 'paid', isHeld: true })
    expect((await stored(second.reference)).status).toBe('received')

    // Once we have accepted it, the booking's own page has its state.
    await db.updateTable('bookings').set({ status: 'confirmed' }).where('reference', '=', second.reference).execute()
    const later = await visitor.open(second.path.replace('/track/', '/book/confirmed/'))
    expect(later).toMatchObject({ status: 303, location: second.path })
  })

  it('is shown to anyone with the private link, not cached, and not shown without it', async () => {
    const { url, book, submit } = await openRedLine()
    const { path } = await book()
    const answer = await fetch(`${url}${path}/fee`)
    expect(answer.headers.get('cache-control')).toBe('private, no-store')
    expect(await answer.json()).toEqual({
      state: 'due',
      isHeld: true,
      amountPence: defaultPrices.priorityFeePence.online,
      dueAt: expect.any(String),
      at: expect.any(String),
      returns: [],
      mayRetry: true,
    })
    expect((await fetch(`${url}/track/${'x'.repeat(43)}/fee`)).status).toBe(404)
    const standard = new URL((await submit({})).trackingUrl).pathname
    expect(await (await fetch(`${url}${standard}/fee`)).json()).toEqual({ state: 'none' })
  })
})
