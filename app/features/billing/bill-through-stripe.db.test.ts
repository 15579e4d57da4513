// @module-tag never-again
import { expect, test } from 'vitest'
import { recordReturn } from '#app/features/bill-payments/confirming.server.ts'
import { openBillCheckout } from '#app/features/bill-payments/open-bill-checkout.server.ts'
import { NothingToPay } from '#app/features/payments/refusals.ts'
import { askReconciliation } from '#app/features/redline/reconcile-payments.server.ts'
import { readMarks } from '#app/features/tracking/booking-marks.server.ts'
import { minutes } from '#app/platform/clock.ts'
import { newId } from '#app/platform/ids.ts'
import { billed } from '#test/support/billed.ts'
import type { Booked } from '#test/support/booked.ts'
import { openPaying, type Paying, peerOf } from '#test/support/paying.ts'
import { onEachEngine } from '#test/support/world.ts'
import { readBillView } from './bill-view.server.ts'
import { creditBill } from './credit-bill.server.ts'

/** The address of the bill's Stripe payment page. */
const page = ({ services }: Paying, { id }: Booked, amountPence?: number, by = services) =>
  openBillCheckout(by, { bookingId: id, billUrl: 'http://localhost:3000/track/x/bill', amountPence })

const billOf = async ({ services }: Paying, booked: Booked) => {
  const view = await readBillView(services, await booked.read())
  return { owedPence: view?.owedPence, paid: view?.payments.map(({ by, amountPence }) => [by, amountPence]) }
}

const confirmingOf = async ({ services }: Paying, booked: Booked) =>
  (await readBillView(services, await booked.read()))?.confirmingPence ?? 0

/** What pages that follow the booking compare. */
const marksOf = async ({ services }: Paying, booked: Booked) => {
  const { trackingTokenHash } = await booked.read()
  return (await readMarks(services.db, [trackingTokenHash])).get(trackingTokenHash)?.mark
}

/** The customer's browser follows the redirect of a payment page. */
const comeBack = ({ services }: Paying, { id: bookingId }: Booked, address: string) =>
  recordReturn(services, { bookingId, sessionId: new URL(address).searchParams.get('session_id') ?? '' })

const refundsAt = ({ stripe }: Paying) => stripe.refunds.map(({ amount, status }) => [amount, status])

onEachEngine('A bill through Stripe', (engine) => {
  test('has one page for its sum, however often it is asked for, and is paid by Stripe’s signed message alone', async () => {
    const paying = await openPaying(engine)
    const { stripe, world, endpoint } = paying
    const booked = await billed(world)
    // The first response is lost: the retry gets the same page from Stripe.
    stripe.faults.push({ path: /^POST .*sessions$/, fault: 'hangs up after' })
    const address = await page(paying, booked)
    expect(await page(paying, booked, undefined, peerOf(paying))).toBe(address)
    expect(stripe.sessions).toMatchObject([{ amount_total: 11_900, currency: 'gbp', customer_email: 'priya.raman@example.com' }])
    expect(stripe.calls.filter((call) => call === 'POST /v1/checkout/sessions')).toHaveLength(2)
    const back = stripe.pay(address)
    expect(back).toBe(`http://localhost:3000/track/x/bill?session_id=${stripe.sessions[0]?.id}`)
    expect(await billOf(paying, booked)).toEqual({ owedPence: 11_900, paid: [] })
    expect(await stripe.deliver(endpoint, stripe.events, { secret: 'whsec_someOneElses0123456789' })).toEqual([400, 400])
    expect(await billOf(paying, booked)).toEqual({ owedPence: 11_900, paid: [] })
    // Each event is delivered twice, all at the same time: one payment is recorded.
    await stripe.deliver(endpoint, [...stripe.events, ...stripe.events], { atOnce: true })
    expect(await billOf(paying, booked)).toEqual({ owedPence: 0, paid: [['Card', 11_900]] })
    await paying.jobs()
    expect(refundsAt(paying)).toEqual([])
    expect((await paying.mails('priya.raman@example.com')).map(({ subject }) => subject)).toContainEqual(
      expect.stringContaining('Receipt: we’ve received £119'),
    )
  })

  test('paid twice goes back to the card whole; a credit note after it sends back what is credited, each once', async () => {
    const paying = await openPaying(engine)
    const { stripe, world, services, endpoint } = paying
    const booked = await billed(world)
    // A page for part of the bill is replaced by one for all of it: the first is closed at Stripe.
    const part = await page(paying, booked, 5_000)
    const whole = await page(paying, booked)
    expect(whole).not.toBe(part)
    await paying.jobs()
    expect(stripe.sessions.map(({ status }) => status)).toEqual(['expired', 'open'])
    stripe.pay(whole)
    // Paid in two browsers at the same moment: Stripe reports a second payment for this checkout.
    const session = stripe.sessions[1]
    await stripe.deliver(endpoint)
    if (!session) throw new Error('there is no page')
    Object.assign(session, { status: 'open', payment_status: 'unpaid', url: whole })
    stripe.pay(whole)
    await stripe.deliver(endpoint, stripe.events.slice(-1))
    await paying.jobs()
    expect(refundsAt(paying)).toEqual([[11_900, 'succeeded']])
    expect(await billOf(paying, booked)).toMatchObject({ owedPence: 0 })
    for (const amount of ['20', '10']) {
      await creditBill(services, { bookingId: booked.id, staffId: 'dana', amount, reason: 'A part was faulty', key: newId() })
      // The response is lost: the retry doesn't refund twice.
      stripe.faults.push({ path: /^POST .*refunds$/, fault: 'hangs up after' })
      await paying.jobs()
      world.clock.advance(minutes(30))
      await paying.jobs()
    }
    expect(refundsAt(paying)).toEqual([
      [11_900, 'succeeded'],
      [2_000, 'succeeded'],
      [1_000, 'succeeded'],
    ])
    expect(await billOf(paying, booked)).toMatchObject({ owedPence: 0 })
  })

  test('can’t be paid again while what was paid is being confirmed, is never called paid by the way back, and can be once that fails or expires', async () => {
    const paying = await openPaying(engine)
    const { stripe, world, endpoint } = paying
    const [booked, other] = [await billed(world), await billed(world)]
    const failing = await page(paying, booked)
    const back = stripe.payAndFail(failing)
    for (const [who, address] of [
      [other, back],
      [booked, `${back}x`],
    ] as const) {
      await comeBack(paying, who, address)
      expect([await confirmingOf(paying, booked), await confirmingOf(paying, other)]).toEqual([0, 0])
    }
    const before = await marksOf(paying, booked)
    await comeBack(paying, booked, back)
    expect(await confirmingOf(paying, booked)).toBe(11_900)
    expect(await billOf(paying, booked)).toEqual({ owedPence: 11_900, paid: [] })
    expect(await marksOf(paying, booked)).not.toBe(before)
    for (const amount of [undefined, 5_000]) await expect(page(paying, booked, amount)).rejects.toThrow(NothingToPay)
    // Completed says only that the customer is through: its money hasn't come.
    await stripe.deliver(endpoint, stripe.events.slice(0, 1))
    expect(await confirmingOf(paying, booked)).toBe(11_900)
    await stripe.deliver(endpoint)
    expect(await confirmingOf(paying, booked)).toBe(0)
    const again = await page(paying, booked)
    expect(again).not.toBe(failing)

    // No message comes: after an hour it is to pay again, and what is found to have been paid counts.
    await comeBack(paying, booked, stripe.pay(again))
    expect(await confirmingOf(paying, booked)).toBe(11_900)
    world.clock.advance(minutes(60))
    expect(await confirmingOf(paying, booked)).toBe(0)
    const third = await page(paying, booked)
    expect(third).not.toBe(again)
    await stripe.deliver(endpoint)
    await comeBack(paying, booked, `http://localhost/?session_id=${stripe.sessions[1]?.id}`)
    expect([await confirmingOf(paying, booked), await billOf(paying, booked)]).toEqual([0, { owedPence: 0, paid: [['Card', 11_900]] }])
    await paying.jobs()
    expect(stripe.sessions.map(({ status }) => status)).toEqual(['complete', 'complete', 'expired'])
    expect(refundsAt(paying)).toEqual([])
  })

  test('is found in Stripe’s list each hour where no message came, and what differs from it is told to staff, not put right', async () => {
    const paying = await openPaying(engine)
    const { stripe, world, services } = paying
    const booked = await billed(world)
    stripe.pay(await page(paying, booked))
    await askReconciliation(services)
    await paying.jobs()
    expect(await billOf(paying, booked)).toEqual({ owedPence: 0, paid: [['Card', 11_900]] })
    expect(await paying.rows('paymentDifferences')).toEqual([])
    // Our record has a smaller amount than Stripe's.
    await services.db.updateTable('payments').set({ amountPence: 11_800 }).where('bookingId', '=', booked.id).execute()
    world.clock.advance(minutes(60))
    await askReconciliation(services)
    await paying.jobs()
    expect(await paying.rows('paymentDifferences')).toMatchObject([{ kind: 'amount', oursPence: 11_800, theirsPence: 11_900 }])
    expect(await paying.rows('payments')).toMatchObject([{ amountPence: 11_800 }])
    expect(await billOf(paying, booked)).toMatchObject({ owedPence: 100 })
  })
})
