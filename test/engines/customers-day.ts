import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type CustomersDay, openCustomersDay } from '#test/support/customers-day.ts'
import { Visitor } from './visitor.ts'
import { desk, type Engine, type OpenEngine, phone } from './window.ts'

/** The heading of each customer's page. */
const headings: Readonly<Record<string, string>> = {
  received: 'Received: we’ll call you to confirm',
  feeDue: 'Waiting for payment',
  missedCall: 'We haven’t called you yet, and we’re sorry',
  missedDispatch: 'We’re late, and we’re sorry',
  missedWindow: 'We’re late, and we’re sorry',
  late: 'We’re late, and we’re sorry',
  enRoute: 'Your engineer is on the way',
  arrived: 'Your engineer has arrived',
  atDoor: 'Your engineer has arrived',
  extraWork: 'Your engineer has arrived',
  noAccess: 'We couldn’t get in',
  cancelled: 'Cancelled',
  refunded: 'Cancelled',
  expired: 'The Red Line fee wasn’t paid in time',
  billed: 'Done',
}

/** What the page also says about money. */
const money: Readonly<Record<string, readonly string[]>> = {
  missedDispatch: ['Your priority fee of £29.99 is being refunded', 'Refunded'],
  missedWindow: ['£50 comes off your bill', 'Refunded'],
  late: ['£50 comes off your bill'],
  refunded: ['Refunded', 'There’s nothing to pay'],
  extraWork: ['Agree, up to £140'],
  billed: ['See your bill and pay'],
}

interface Owed {
  /** The promises recorded as missed, and what each takes off the bill or refunds, in pence. */
  missed: [promise: string, pence: number][]
  refunds: [reason: string, pence: number][]
  /** The beginning of the last email's subject. */
  said: string
}

/** What the database has recorded by then for whom we kept waiting, or refunded. */
const owed: Readonly<Record<string, Owed>> = {
  received: { missed: [], refunds: [], said: 'Engineer arriving today' },
  missedCall: { missed: [['call', 0]], refunds: [], said: 'Sorry, we haven’t called you yet' },
  missedDispatch: {
    missed: [
      ['call', 0],
      ['dispatch', 2_999],
    ],
    refunds: [['not_dispatched', 2_999]],
    said: 'We’re running late – £29.99 refunded',
  },
  missedWindow: {
    missed: [
      ['call', 0],
      ['dispatch', 2_999],
      ['window', 5_000],
    ],
    refunds: [['not_dispatched', 2_999]],
    said: 'We’re running late – £50 off your bill and £29.99 refunded',
  },
  late: {
    missed: [
      ['call', 0],
      ['window', 5_000],
    ],
    refunds: [],
    said: 'We’re running late – £50 off your bill',
  },
  refunded: { missed: [], refunds: [['cancelled', 2_999]], said: 'Booking cancelled' },
}

async function owedTo({ site, bookings }: CustomersDay, state: string): Promise<Owed> {
  const id = bookings[state] ?? ''
  const { email } = await site.db.selectFrom('bookings').select('email').where('id', '=', id).executeTakeFirstOrThrow()
  const missed = await site.db.selectFrom('credits').selectAll().where('bookingId', '=', id).orderBy('missedAt').execute()
  const refunds = await site.db
    .selectFrom('refunds')
    .innerJoin('payments', 'payments.id', 'refunds.paymentId')
    .select(['refunds.reason', 'refunds.amountPence'])
    .where('payments.bookingId', '=', id)
    .execute()
  return {
    missed: missed.map(({ promise, amountPence }) => [promise, amountPence]),
    refunds: refunds.map(({ reason, amountPence }) => [reason, amountPence]),
    said: (await site.subjectsTo(email)).at(-1)?.replace(/ (\S+–\S+ )?\(BK-\w+\)$/, '') ?? '',
  }
}

/** Runs in the page: by how much it scrolls sideways, and how many red buttons are in view. */
const look = () => {
  const isRed = (key: Element) => {
    const box = key.getBoundingClientRect()
    const front = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2)
    return getComputedStyle(key).backgroundColor === 'rgb(197, 37, 27)' && front !== null && key.contains(front)
  }
  const sideways = Math.max(0, document.documentElement.scrollWidth - document.documentElement.clientWidth)
  return { sideways, redKeys: [...document.querySelectorAll('a, button')].filter(isRed).length }
}

/** The private pages of one day's customers, each in a different state, on a phone and on a desktop. */
export function describeCustomersDay(name: string, open: OpenEngine): void {
  describe(`${name}, the pages of a day’s customers`, () => {
    let day: CustomersDay
    let engine: Engine
    let visitor: Visitor
    beforeAll(async () => {
      day = await openCustomersDay()
      engine = await open({ javaScript: true })
      const [window] = await engine.windows()
      if (!window) throw new Error(`${name} has no window`)
      visitor = new Visitor(engine, day.site.url, window)
    })
    afterAll(async () => {
      await engine?.close()
      await day?.close()
    })

    it.each(Object.entries(headings))(
      'show the status, the money and one red key, and what is owed is recorded and emailed: %s',
      async (state, heading) => {
        for (const size of [desk, phone]) {
          await visitor.open(day.pages[state] ?? '', size)
          await visitor.expectText('h1', heading)
          for (const said of money[state] ?? []) await visitor.expectText('main', said)
          await visitor.expectPage(look, { sideways: 0, redKeys: 1 })
        }
        // Emails are sent in the background.
        if (owed[state]) await expect.poll(() => owedTo(day, state), { timeout: 30_000 }).toEqual(owed[state])
      },
    )

    it.each([
      ['Burst Pipe', 'Offer: 25% off call-out fee today'],
      ['Boiler Breakdown', 'Offer: Boiler call-out £65'],
    ])('take an offer off in the form without being asked: %s', async (service, offer) => {
      for (const size of [desk, phone]) {
        await visitor.open(`/book?service=${encodeURIComponent(service)}`, size)
        await visitor.expectText('.receipt', offer)
      }
    })

    it('say in view why signing in failed', async () => {
      for (const size of [desk, phone]) {
        await visitor.open('/auth', size)
        await visitor.expectShown("//button[normalize-space()='Show password']")
        await visitor.fill('main input[type=email]', 'nobody@example.com')
        await visitor.fill('main input[autocomplete=current-password]', 'not the password')
        await visitor.press('Enter')
        await visitor.expectText('main [role=alert]', 'Invalid')
        await visitor.expectPage(() => {
          const box = document.querySelector('main [role=alert]')?.getBoundingClientRect()
          return box !== undefined && box.top >= 0 && box.top < innerHeight && document.activeElement !== document.body
        }, true)
      }
    })
  })
}
