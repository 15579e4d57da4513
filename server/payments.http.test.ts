// @module-tag never-again
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readBookDifferences } from '#app/features/billing/check-books.server.ts'
import { readSlotsLeft } from '#app/features/capacity/slots-left.server.ts'
import { readBalance } from '#app/features/payments/bill-balance.server.ts'
import { openBillCheckout } from '#app/features/payments/open-bill-checkout.server.ts'
import { createStripe } from '#app/features/payments/providers/stripe.server.ts'
import { receivePaymentEvent } from '#app/features/payments/receive-event.server.ts'
import { askReconciliation, reconcilePayments } from '#app/features/payments/reconcile-payments.server.ts'
import { sendRefund } from '#app/features/payments/refund.server.ts'
import { NothingToPay, PaymentNotConfigured, PaymentUnavailable } from '#app/features/payments/refusals.ts'
import { endCheckouts } from '#app/features/red-line/end-checkouts.server.ts'
import { expireHolds } from '#app/features/red-line/expire-holds.server.ts'
import { payFee } from '#app/features/red-line/pay-fee.server.ts'
import { cancelBooking } from '#app/features/tracking/cancel-booking.server.ts'
import type { StripeConfig } from '#app/platform/config.ts'
import type { JobContext } from '#app/platform/jobs.ts'
import type { Services } from '#app/platform/services.ts'
import { days, hours, minutes } from '#app/values/clock.ts'
import { poundsText } from '#content/money.ts'
import { defaultPrices } from '#content/price-list.ts'
import { billed } from '#test/support/billed.ts'
import type { Booked } from '#test/support/booked.ts'
import { isDeep, tries } from '#test/support/depth.ts'
import { killedAtEachStep, refusalOf } from '#test/support/fresh.ts'
import { customer, desk, openPaying, type Paying, peerOf } from '#test/support/paying.ts'
import { onEachEngine, onOneEngine, racing } from '#test/support/world.ts'

const feePence = defaultPrices.priorityFeePence.online
const fee = poundsText(feePence)

const contextOf = (): JobContext => ({ jobId: 'job', attempt: 1, createdAt: '', signal: AbortSignal.timeout(60_000) })
const left = ({ services, world }: Paying) => readSlotsLeft(services.db, world.clock.now())
const sessionIn = ({ stripe }: Paying, at = -1) => {
  const session = stripe.sessions.at(at)
  if (!session) throw new Error('There is no session')
  return session
}
const intentIn = (paying: Paying, at = -1) => sessionIn(paying, at).payment_intent ?? ''

/** The same provider, with a shorter timeout only while it has faults: a slow machine may need longer to answer. */
const impatient = ({ services, stripe }: Paying): Services => ({
  ...services,
  payments: stripe.faults.length > 0 ? createStripe(services.config.stripe as StripeConfig, { timeoutMs: 100 }) : services.payments,
})

async function expire({ services, world, jobs }: Paying) {
  world.clock.advance(minutes(31))
  await expireHolds(services)
  await jobs()
}

async function cancel({ services }: Paying, booked: Booked) {
  await cancelBooking(services, { bookingId: booked.id, actor: 'customer', clientKey: 'client', seen: await booked.seen(), toldPence: 0 })
}

onOneEngine('Red Line paid through Stripe', (engine) => {
  test('is held, paid, told by Stripe, and received', async () => {
    const paying = await openPaying(engine)
    const { stripe, endpoint, world, services } = paying
    const booked = await paying.book()
    const { reference } = await booked.read()
    const url = await paying.page(booked)
    expect(new URL(url).host).toBe('checkout.stripe.com')
    const [checkout] = await paying.rows('checkouts')
    expect(sessionIn(paying)).toMatchObject({
      amount_total: feePence,
      currency: 'gbp',
      client_reference_id: checkout?.id,
      customer_email: customer,
      metadata: { checkoutId: checkout?.id, reference },
      expires_at: new Date('2026-11-20T10:52:00.000Z').getTime() / 1_000,
    })
    world.clock.advance(minutes(4))
    const returned = stripe.pay(url)
    expect(returned).toBe(`${services.config.siteUrl}/payment-success?session_id=${sessionIn(paying).id}`)
    // Returning from Stripe alone confirms nothing.
    expect(await paying.status(returned)).toEqual({ state: 'confirming', reference })
    expect(await paying.bookingStatus(booked)).toBe('awaiting_payment')
    expect(await stripe.deliver(endpoint)).toEqual([200, 200])
    expect(await paying.status(returned)).toMatchObject({ state: 'paid', reference })
    expect(await paying.bookingStatus(booked)).toBe('received')
    expect(await paying.rows('payments')).toMatchObject([
      { provider: 'stripe', providerPaymentId: intentIn(paying), bookingId: booked.id, outcome: 'confirmed', amountPence: feePence },
    ])
    expect(await paying.rows('checkouts')).toMatchObject([{ state: 'paid', sessionId: sessionIn(paying).id }])
    await paying.jobs()
    expect((await paying.mails(customer)).at(-1)?.subject).toMatch(
      new RegExp(`^Red Line confirmed: engineer arriving .+\\(${reference}\\)$`),
    )
    expect((await paying.mails(desk)).at(-1)?.subject).toContain('PAID – send an engineer now')
    expect(await refusalOf(paying.page(booked))).toBeInstanceOf(NothingToPay)
    await expire(paying)
    expect(await paying.bookingStatus(booked)).toBe('received')
    expect(await paying.rows('refunds')).toEqual([])
  })

  test('is not what someone else says, nor what Stripe said too long ago', async () => {
    const paying = await openPaying(engine)
    const { stripe, endpoint, world, services } = paying
    const booked = await paying.bookAndPay()
    const event = stripe.events.at(-1) as (typeof stripe.events)[number]
    const { body, signature } = stripe.signed(event)
    const post = async (text: string, header?: string) => {
      const response = await fetch(endpoint, { method: 'POST', body: text, headers: header ? { 'stripe-signature': header } : {} })
      return { status: response.status, json: await response.json() }
    }
    const forged = { status: 400, json: { error: { code: 'forged_message', message: expect.any(String) } } }
    const old = stripe.signed(event, { at: new Date(world.clock.now().getTime() - minutes(6)) })
    for (const [text, header] of [
      [body, undefined],
      [body, 't=1,v1=00'],
      [body, 't=,v1='],
      [body, 'v1=,t=1,v1'],
      [body, `${signature.split(',')[0]},v1=`],
      [body, ','],
      [body, 't=1,v1=é'],
      [body, stripe.signed(event, { secret: 'whsec_anotherSecretOfSomebody' }).signature],
      [body.replace(String(feePence), '1'), signature],
      [`${body} `, signature],
      [body, old.signature],
      ['', signature],
      ['not json', signature],
    ] as const)
      expect(await post(text, header)).toEqual(forged)
    expect(await services.db.selectFrom('paymentEvents').selectAll().execute()).toEqual([])
    expect(await paying.bookingStatus(booked)).toBe('awaiting_payment')
    for (let replay = 0; replay < 3; replay++) expect((await post(body, signature)).status).toBe(200)
    expect(await paying.rows('payments')).toHaveLength(1)
  })

  test('with money still to come waits for it, and of other things the account sells nothing is taken or returned', async () => {
    const paying = await openPaying(engine)
    const { stripe, endpoint } = paying
    const booked = await paying.bookAndPay()
    const completed = stripe.events.at(-1) as (typeof stripe.events)[number]
    const session = completed.data.object as Record<string, unknown>
    const waiting = { ...completed, id: 'evt_waiting', data: { object: { ...session, payment_status: 'unpaid' } } }
    stripe.sellElsewhere()
    await stripe.deliver(endpoint, [waiting, stripe.events.at(-1) as typeof completed])
    expect(await paying.rows('payments')).toEqual([])
    await stripe.deliver(endpoint, [{ ...completed, id: 'evt_come', type: 'checkout.session.async_payment_succeeded' }])
    expect(await paying.bookingStatus(booked)).toBe('received')
    expect(await paying.rows('payments')).toHaveLength(1)
  })

  test('whose message never comes is found when the hold ends', async () => {
    const paying = await openPaying(engine)
    const booked = await paying.bookAndPay()
    await expire(paying)
    expect(await paying.bookingStatus(booked)).toBe('received')
    // The event may still arrive later.
    await paying.stripe.deliver(paying.endpoint)
    expect(await paying.rows('payments')).toHaveLength(1)
    expect(await paying.rows('refunds')).toEqual([])
  })
})

onOneEngine('A static payment link', (engine) => {
  const env = { STRIPE_PAYMENT_LINK: 'https://buy.stripe.com/test_abc123' }

  test('carries the checkout, and confirms its booking when it is paid; paid twice, the second goes back', async () => {
    const paying = await openPaying(engine, { env })
    const { stripe, endpoint } = paying
    const booked = await paying.book()
    const url = new URL(await paying.page(booked))
    const [checkout] = await paying.rows('checkouts')
    expect(url.origin + url.pathname).toBe(env.STRIPE_PAYMENT_LINK)
    expect(Object.fromEntries(url.searchParams)).toEqual({ client_reference_id: checkout?.id, prefilled_email: customer })
    expect(checkout).toMatchObject({ sessionId: null, state: 'open' })
    stripe.pay(url.href)
    const first = intentIn(paying)
    stripe.pay(url.href)
    await stripe.deliver(endpoint)
    await paying.jobs()
    expect(await paying.bookingStatus(booked)).toBe('received')
    const [one, other] = (await paying.rows('payments')).toSorted((a, b) => String(a.outcome).localeCompare(String(b.outcome)))
    expect([one?.outcome, other?.outcome]).toEqual(['confirmed', 'returned'])
    expect(one?.providerPaymentId).toBe(first)
    expect(stripe.refunds).toMatchObject([{ payment_intent: other?.providerPaymentId, amount: feePence }])
    expect(await paying.rows('refunds')).toMatchObject([{ reason: 'twice', state: 'done' }])
    expect(await paying.status(`http://x/?session_id=${sessionIn(paying, 0).id}`)).toMatchObject({ state: 'paid' })
    expect(await left(paying)).toBe(4)
  })

  test('opened by hand, without a booking: staff are told at once and once, and decide', async () => {
    const paying = await openPaying(engine, { env })
    paying.stripe.pay(env.STRIPE_PAYMENT_LINK)
    await paying.stripe.deliver(paying.endpoint)
    await askReconciliation(paying.services)
    await paying.jobs()
    expect(await paying.rows('payments')).toEqual([])
    expect(paying.stripe.refunds).toEqual([])
    const told = (await paying.mails(desk)).filter(({ subject }) => subject === 'Please check a payment')
    expect(told).toMatchObject([{ text: expect.stringContaining(fee) }])
    expect(told[0]?.text).toContain(intentIn(paying))
  })

  test('that is no address of Stripe sends no one there, and nothing is lost', async () => {
    const paying = await openPaying(engine)
    const booked = await paying.book()
    for (const link of [
      'http://buy.stripe.com/abc',
      'https://buy.stripe.com.evil.example/abc',
      'https://buy.stripe.com@evil.example/abc',
      'javascript:alert(1)',
      'no address',
    ]) {
      const payments = createStripe(paying.services.config.stripe as StripeConfig, { paymentLink: async () => link })
      expect(await refusalOf(paying.page(booked, { ...paying.services, payments })), link).toBeInstanceOf(PaymentNotConfigured)
    }
    expect(await paying.bookingStatus(booked)).toBe('awaiting_payment')
    // Once the problem is fixed, the same booking can be paid for.
    expect(new URL(await paying.page(booked)).host).toBe('checkout.stripe.com')
  })
})

const faults = ['hangs up before', 'hangs up after', 'fails', 'is silent', 'is busy', 'limits'] as const

onOneEngine('A Stripe that', (engine) => {
  test.each(isDeep ? faults : (['hangs up after', 'is silent', 'limits'] as const))(
    '%s is asked again: one page takes the money, which goes back once, and a page is closed',
    async (fault) => {
      const paying = await openPaying(engine)
      const { stripe } = paying
      // As often as the library retries by itself.
      const failAt = (path: RegExp) => {
        stripe.faults = Array.from({ length: 3 }, () => ({ path, fault }))
      }
      /** Tries until it succeeds; returns how often it was refused. */
      const insist = async (act: (services: Services) => Promise<unknown>, waitMs = 0) => {
        for (let refusals = 0; ; refusals++) {
          if (!(await refusalOf(act(impatient(paying))))) return refusals
          expect(refusals).toBeLessThan(30)
          paying.world.clock.advance(waitMs)
        }
      }
      const booked = await paying.book()
      failAt(/^POST .*sessions$/)
      let url = ''
      const open = async (services: Services) => {
        url = await paying.page(booked, services)
      }
      expect(await insist(open)).toBeGreaterThan(0)
      expect((await paying.rows('checkouts')).filter(({ state }) => state === 'open')).toMatchObject([{ url }])
      stripe.pay(url)
      await stripe.deliver(paying.endpoint)
      expect(await paying.bookingStatus(booked)).toBe('received')
      expect(stripe.sessions.filter(({ status }) => status === 'open')).toEqual([])

      await cancel(paying, booked)
      const [refund] = await paying.rows('refunds')
      failAt(/^POST .*refunds$/)
      const send = (services: Services) => sendRefund(services, { refundId: refund?.id }, contextOf())
      // For a day, Stripe repeats a failed response under the same idempotency key.
      expect(await insist(send, fault === 'fails' ? hours(9) : 0)).toBeGreaterThan(0)
      await send(paying.services)
      expect(stripe.refunds).toMatchObject([{ amount: feePence }])
      expect(await paying.rows('refunds')).toMatchObject([{ state: 'done', providerRefundId: stripe.refunds[0]?.id }])

      const other = await paying.book()
      await paying.page(other)
      await other.become('cancelled')
      failAt(/expire$/)
      await insist((services) => endCheckouts(services, { bookingId: other.id }, contextOf()))
      expect(sessionIn(paying).status).toBe('expired')
      expect((await paying.rows('checkouts')).filter(({ bookingId }) => bookingId === other.id)).toMatchObject([{ state: 'ended' }])
    },
  )

  test('never heard of a page until it had too little time left opens another', async () => {
    const paying = await openPaying(engine)
    const booked = await paying.book()
    paying.stripe.faults = Array.from({ length: 3 }, () => ({ path: /sessions$/, fault: 'hangs up before' as const }))
    expect(await refusalOf(paying.page(booked))).toBeInstanceOf(PaymentUnavailable)
    paying.stripe.faults = []
    paying.world.clock.advance(minutes(12))
    paying.stripe.pay(await paying.page(booked))
    await paying.stripe.deliver(paying.endpoint)
    expect(await paying.bookingStatus(booked)).toBe('received')
    expect((await paying.rows('checkouts')).map(({ state }) => state).toSorted()).toEqual(['ended', 'paid'])
  })

  test('does not take the customer’s address opens a page without it', async () => {
    const paying = await openPaying(engine)
    const booked = await paying.book()
    await paying.services.db.updateTable('bookings').set({ email: 'priya@localhost' }).where('id', '=', booked.id).execute()
    const url = await paying.page(booked)
    expect(sessionIn(paying)).toMatchObject({ url, customer_email: null })
    expect(await paying.page(booked)).toBe(url)
  })
})

onOneEngine('A process that is killed', (engine) => {
  test('at any step of opening, recording, returning and closing does each of them once when it is repeated', async () => {
    const paying = await openPaying(engine)
    const { stripe, services } = paying
    const booked = await paying.book()
    expect(await killedAtEachStep(services, (mortal) => paying.page(booked, mortal))).toBeGreaterThan(3)
    expect(stripe.sessions).toHaveLength(1)
    stripe.pay(await paying.page(booked))
    const { body, signature } = stripe.signed(stripe.events.at(-1) as (typeof stripe.events)[number])
    expect(await killedAtEachStep(services, (mortal) => receivePaymentEvent(mortal, { fee: payFee }, body, signature))).toBeGreaterThan(8)
    expect((await booked.history()).filter(({ toStatus }) => toStatus === 'received')).toHaveLength(1)
    expect(await paying.rows('payments')).toHaveLength(1)
    await cancel(paying, booked)
    const [refund] = await paying.rows('refunds')
    expect(await killedAtEachStep(services, (mortal) => sendRefund(mortal, { refundId: refund?.id }, contextOf()))).toBeGreaterThan(1)
    expect(stripe.refunds).toHaveLength(1)
    expect(await paying.rows('refunds')).toMatchObject([{ state: 'done' }])

    const other = await paying.bookAndPay()
    await other.become('cancelled')
    expect(await killedAtEachStep(services, (mortal) => endCheckouts(mortal, { bookingId: other.id }, contextOf()))).toBeGreaterThan(5)
    expect(await paying.rows('payments')).toHaveLength(2)
    expect((await paying.rows('refunds')).filter(({ reason }) => reason === 'cancelled_before')).toHaveLength(1)
    const jobs = await services.db.selectFrom('jobs').select('kind').where('kind', '=', 'refund').execute()
    expect(jobs).toHaveLength(2)
  })

  test('at any step of comparing tells staff once', async () => {
    const paying = await openPaying(engine)
    const { services } = paying
    const booked = await paying.bookAndPay()
    await killedAtEachStep(services, (mortal) => askReconciliation(mortal))
    const hour = '2026-11-20T10:00:00.000Z'
    expect(await killedAtEachStep(services, (mortal) => reconcilePayments(mortal, { fee: payFee }, { hour }, contextOf()))).toBeGreaterThan(
      8,
    )
    expect(await paying.bookingStatus(booked)).toBe('received')
    expect(await paying.rows('paymentChecks')).toMatchObject([{ hour, doneAt: expect.any(String) }])
    const jobs = await services.db.selectFrom('jobs').select('kind').where('kind', '=', 'reconcile-payments').execute()
    expect(jobs).toHaveLength(1)
  })
})

onOneEngine('A refund', (engine) => {
  test('made by hand in the dashboard, in parts, is recorded, and the customer told', async () => {
    const paying = await openPaying(engine)
    const { stripe, endpoint } = paying
    const booked = await paying.bookAndPay()
    await stripe.deliver(endpoint)
    stripe.refundByHand(intentIn(paying), 1_000)
    stripe.refundByHand(intentIn(paying), 500)
    await stripe.deliver(endpoint)
    await stripe.deliver(endpoint, stripe.events, { atOnce: true })
    const amounts = (await paying.rows('refunds')).map(({ amountPence, reason, state }) => [amountPence, reason, state])
    expect(amounts.toSorted()).toEqual([
      [1_000, 'dashboard', 'done'],
      [500, 'dashboard', 'done'],
    ])
    await paying.jobs()
    expect((await paying.mails(customer)).filter(({ text }) => /£10[ .]/.test(text))).toHaveLength(1)
    // Only the rest can still be refunded.
    await cancel(paying, booked)
    await paying.jobs()
    expect(stripe.refunds.map(({ amount }) => amount)).toEqual([1_000, 500, feePence - 1_500])
  })

  test('that the bank does not take after all is told to staff, once', async () => {
    const paying = await openPaying(engine)
    const { stripe, endpoint } = paying
    const booked = await paying.bookAndPay()
    await stripe.deliver(endpoint)
    stripe.refundsArePending = true
    await cancel(paying, booked)
    await paying.jobs()
    expect(await paying.rows('refunds')).toMatchObject([{ state: 'waiting', providerRefundId: stripe.refunds[0]?.id }])
    stripe.settleRefunds('failed')
    // The failure event arrives before the earlier ones.
    expect(new Set(await stripe.deliver(endpoint, stripe.events.toReversed()))).toEqual(new Set([200]))
    await stripe.deliver(endpoint)
    await paying.jobs()
    expect(await paying.rows('refunds')).toMatchObject([{ state: 'failed' }])
    const told = (await paying.mails(desk)).filter(({ subject }) => subject === 'Please check a payment')
    expect(told).toMatchObject([{ text: expect.stringContaining(fee) }])
  })

  test('that several workers make at once is made once', async () => {
    const paying = await openPaying(racing(engine))
    const booked = await paying.bookAndPay()
    await paying.stripe.deliver(paying.endpoint)
    await cancel(paying, booked)
    const [refund] = await paying.rows('refunds')
    const workers = [paying.services, peerOf(paying), paying.services, peerOf(paying)]
    await Promise.all(workers.map((services) => sendRefund(services, { refundId: refund?.id }, contextOf())))
    expect(paying.stripe.refunds).toHaveLength(1)
    expect(await paying.rows('refunds')).toMatchObject([{ state: 'done', providerRefundId: paying.stripe.refunds[0]?.id }])
  })

  test('of what someone has returned by hand meanwhile is not made twice', async () => {
    const paying = await openPaying(engine)
    const { stripe, endpoint } = paying
    const booked = await paying.bookAndPay()
    await stripe.deliver(endpoint)
    stripe.refundByHand(intentIn(paying))
    await cancel(paying, booked)
    await paying.jobs()
    expect(stripe.refunds).toHaveLength(1)
    expect((await paying.rows('refunds')).map(({ state }) => state)).toEqual(['failed'])
    await stripe.deliver(endpoint)
    expect((await paying.rows('refunds')).map(({ reason, state }) => [reason, state]).toSorted()).toEqual([
      ['cancelled', 'failed'],
      ['dashboard', 'done'],
    ])
    await paying.jobs()
    expect((await paying.mails(desk)).filter(({ text }) => text.includes('unless that’s already been done'))).toHaveLength(1)
  })

  test('that was made a day ago, when no one heard the answer, is not made again', async () => {
    const paying = await openPaying(engine)
    const booked = await paying.bookAndPay()
    await paying.stripe.deliver(paying.endpoint)
    await cancel(paying, booked)
    paying.stripe.faults = Array.from({ length: 3 }, () => ({ path: /^POST .*refunds$/, fault: 'hangs up after' as const }))
    await paying.jobs()
    expect(await paying.rows('refunds')).toMatchObject([{ state: 'waiting' }])
    paying.world.clock.advance(days(2))
    await paying.jobs()
    expect(paying.stripe.refunds).toHaveLength(1)
    expect(await paying.rows('refunds')).toMatchObject([{ state: 'done' }])
  })
})

onOneEngine('The hourly comparison with Stripe’s list', (engine) => {
  const compare = async (paying: Paying) => {
    paying.world.clock.advance(hours(1))
    await askReconciliation(paying.services)
    await paying.jobs()
  }

  test('records a payment and a refund whose messages never came, page by page, and leaves other things the account sells', async () => {
    const paying = await openPaying(engine)
    const { stripe } = paying
    stripe.pageSize = 1
    const [one, two] = [await paying.bookAndPay(), await paying.bookAndPay()]
    stripe.sellElsewhere()
    stripe.refundByHand(intentIn(paying, 1), 1_000)
    await compare(paying)
    for (const each of [one, two]) expect(await paying.bookingStatus(each)).toBe('received')
    expect(await paying.rows('payments')).toHaveLength(2)
    expect(await paying.rows('refunds')).toMatchObject([{ amountPence: 1_000, reason: 'dashboard', state: 'done' }])
    expect(await paying.rows('paymentDifferences')).toEqual([])
    expect(stripe.refunds).toHaveLength(1)
    await stripe.deliver(paying.endpoint)
    expect(await paying.rows('payments')).toHaveLength(2)
  })

  test('is made once an hour, by however many instances', async () => {
    const paying = await openPaying(racing(engine))
    const peers = [paying.services, peerOf(paying), peerOf(paying)]
    await Promise.all([...peers, ...peers].map((services) => askReconciliation(services)))
    await paying.jobs()
    const lists = () => paying.stripe.calls.filter((call) => call === 'GET /v1/checkout/sessions').length
    expect(lists()).toBe(1)
    await compare(paying)
    expect(lists()).toBe(2)
    // A failed hour that another has followed is not repeated.
    paying.stripe.faults = Array.from({ length: 20 }, () => ({ path: /^GET .*sessions$/, fault: 'limits' as const }))
    for (let hour = 0; hour < 5; hour++) await compare(paying)
    paying.stripe.faults = []
    const before = lists()
    paying.world.clock.advance(minutes(15))
    await paying.jobs()
    expect(lists()).toBe(before + 1)
  })

  test('tells staff of what differs, in one mail, and of the same not again', async () => {
    const paying = await openPaying(engine)
    const { stripe, services, endpoint } = paying
    for (let count = 0; count < 3; count++) await paying.bookAndPay()
    await stripe.deliver(endpoint)
    await paying.jobs()
    const [gone, changed, kept] = stripe.sessions.map(({ payment_intent }) => payment_intent ?? '')
    stripe.sessions.splice(0, 1)
    await services.db
      .updateTable('payments')
      .set({ amountPence: 2_000 })
      .where('providerPaymentId', '=', changed ?? '')
      .execute()
    const found = () => paying.mails(desk).then((mails) => mails.filter(({ subject }) => subject.startsWith('Please check')))
    await compare(paying)
    const [mail] = await found()
    expect(mail?.subject).toBe('Please check 2 payments')
    expect(mail?.text).toContain(`${gone}, booking BK-`)
    for (const sum of ['£20', fee]) expect(mail?.text).toContain(sum)
    expect(mail?.text).not.toContain(kept)
    for (let hour = 0; hour < 3; hour++) await compare(paying)
    expect(await found()).toHaveLength(1)
    expect(await paying.rows('paymentDifferences')).toHaveLength(2)
  })
})

/** Events at Stripe for a Red Line fee and for a bill, each of another customer. */
const story = fc.record({
  fee: fc.constantFrom('paid', 'paid twice', 'paid too little', 'paid in euros', 'failed, then paid', 'returned by hand'),
  bill: fc.constantFrom(
    'paid',
    'paid twice',
    'paid in part',
    'failed, then paid',
    'returned by hand',
    'disputed and won',
    'disputed and lost',
  ),
  /** The bank's treatment of refunds made by hand, and of ours. */
  refunds: fc.constantFrom('succeeded', 'failed'),
  isLate: fc.boolean(),
})
type Story = typeof story extends fc.Arbitrary<infer Value> ? Value : never

/** Everything that happens with one payment page; returns its session. */
function playPage(paying: Paying, url: string, what: Story['fee'] | Story['bill']) {
  const { stripe, world } = paying
  const session = stripe.sessions.find((each) => each.url === url) ?? sessionIn(paying)
  const reopen = () => Object.assign(session, { status: 'open', payment_status: 'unpaid', url })
  if (what === 'paid in euros') session.currency = 'eur'
  if (what === 'failed, then paid') {
    stripe.payAndFail(url)
    reopen()
  }
  stripe.pay(url, what === 'paid too little' ? { amount: 100 } : {})
  const intent = session.payment_intent ?? ''
  if (what === 'returned by hand') for (const amount of [1_000, 500]) stripe.refundByHand(intent, amount)
  if (what === 'paid twice') {
    reopen()
    stripe.pay(url)
  }
  for (const state of what.startsWith('disputed')
    ? (['warning_needs_response', 'needs_response', what.endsWith('won') ? 'won' : 'lost'] as const)
    : []) {
    world.clock.advance(minutes(1))
    stripe.dispute(intent, state)
  }
  return session
}

/**
 * Plays a story, and delivers all messages in the order of `chances`: some twice, and with messages that can't be about these payments. By
 * default in their own order and alone. Returns what is stored at the end.
 */
async function deliverStory(paying: Paying, { fee, bill, refunds, isLate }: Story, chances?: readonly number[]) {
  const { stripe, world, services, endpoint } = paying
  stripe.refundsArePending = true
  const [booked, other] = [await billed(world), await billed(world)]
  const [red, waiting] = [await paying.book(), await paying.book()]
  const pageOf = (of: Booked, amountPence?: number) =>
    openBillCheckout(services, { bookingId: of.id, backUrl: 'http://localhost:3000/track/x/bill', amountPence })
  const pages = [await paying.page(red), await pageOf(booked, bill === 'paid in part' ? 5_000 : undefined)]
  const others = [await pageOf(other), await paying.page(waiting)]
  playPage(paying, pages[0] ?? '', fee)
  playPage(paying, pages[1] ?? '', bill)
  stripe.settleRefunds(refunds)
  const idsOfOthers = others.map((url) => stripe.sessions.find((each) => each.url === url)?.client_reference_id ?? '')
  if (isLate) world.clock.advance(days(1))

  let next = 0
  const chance = () => chances?.[next++ % chances.length] ?? 0
  /** With the message twice, said to be of another booking, in the other mode and of a page that has expired. */
  const crowded = (event: (typeof stripe.events)[number]) => {
    const object = event.data.object as { object: string; metadata?: object }
    const [checkoutId] = idsOfOthers.slice(chance() % 2)
    const swapped = { ...object, metadata: { ...object.metadata, checkoutId }, client_reference_id: checkoutId }
    return [
      ...[event, event],
      ...(object.object === 'checkout.session'
        ? [
            { ...event, id: `${event.id}_swapped`, data: { object: swapped } },
            { ...event, id: `${event.id}_expired`, type: 'checkout.session.expired' },
            {
              ...event,
              id: `${event.id}_live`,
              livemode: true,
              data: { object: { ...swapped, id: 'cs_live', payment_intent: `pi_${event.id}` } },
            },
          ]
        : []),
    ]
  }
  for (let delivered = 0; delivered < stripe.events.length; ) {
    const events = stripe.events.slice(delivered)
    delivered += events.length
    const sent = chances
      ? events
          .flatMap(crowded)
          .map((event) => ({ event, at: chance() }))
          .toSorted((one, two) => one.at - two.at)
          .map(({ event }) => event)
      : events
    expect(new Set(await stripe.deliver(endpoint, sent))).toEqual(new Set([200]))
    while ((await paying.jobs()) > 0);
    stripe.settleRefunds('succeeded')
  }

  const names = new Map([booked, other, red, waiting].map(({ id }, at) => [id, ['booked', 'other', 'red', 'waiting'][at]]))
  const payments = await services.db.selectFrom('payments').selectAll().execute()
  const made = await services.db.selectFrom('refunds').selectAll().execute()
  const disputes = await services.db.selectFrom('disputes').select(['state', 'amountPence']).execute()
  const slots = await services.db.selectFrom('redlineSlots').select(['bookingId', 'heldUntil']).execute()
  expect((await readBookDifferences(services)).filter(({ kind }) => kind !== 'not_returned')).toEqual([])
  const sums = await Promise.all([booked, other, red, waiting].map(({ id }) => readBalance(services.db, id)))
  for (const intent of new Set(stripe.refunds.map(({ payment_intent }) => payment_intent))) {
    const back = stripe.refunds.filter(({ payment_intent, status }) => payment_intent === intent && status !== 'failed')
    const payment = payments.find(({ providerPaymentId }) => providerPaymentId === intent)
    const pence = made.filter(({ paymentId, state }) => paymentId === payment?.id && state === 'done').map(({ amountPence }) => amountPence)
    expect(
      back.reduce((sum, { amount }) => sum + amount, 0),
      intent,
    ).toBe(pence.reduce((sum, each) => sum + each, 0))
  }
  return {
    statuses: await Promise.all([booked, other, red, waiting].map(paying.bookingStatus)),
    sums,
    payments: payments
      .map(({ bookingId, amountPence, currency, outcome }) => [names.get(bookingId ?? ''), amountPence, currency, outcome].join(' '))
      .toSorted(),
    refunds: made.map(({ amountPence, reason, state }) => [amountPence, reason, state].join(' ')).toSorted(),
    disputes,
    slots: slots.map(({ bookingId, heldUntil }) => `${names.get(bookingId)} ${heldUntil === null ? 'sold' : 'held'}`).toSorted(),
    checkouts: (await services.db.selectFrom('checkouts').select(['bookingId', 'state']).execute())
      .map(({ bookingId, state }) => `${names.get(bookingId)} ${state}`)
      .toSorted(),
  }
}

onEachEngine('What Stripe says of payments, refunds and disputes', (engine) => {
  test('comes to the same in any order, doubled, a day late, and beside messages with the ids of others', {
    timeout: 3_600_000,
  }, async () => {
    await fc.assert(
      fc.asyncProperty(story, fc.array(fc.nat(), { minLength: 40, maxLength: 40 }), async (what, chances) => {
        const inOrder = await deliverStory(await openPaying(engine), what)
        expect(await deliverStory(await openPaying(engine), what, chances), JSON.stringify(what)).toEqual(inOrder)
      }),
      { numRuns: tries(engine === 'sqlite' ? 2 : 1, 150), endOnFailure: true, ...(!isDeep && { seed: 4 }) },
    )
  })
})
