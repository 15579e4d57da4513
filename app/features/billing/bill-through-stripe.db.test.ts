// @module-tag never-again
import { expect, test } from 'vitest'
import { recordReturn } from '#app/features/payments/confirming.server.ts'
import { openBillCheckout } from '#app/features/payments/open-bill-checkout.server.ts'
import { askReconciliation } from '#app/features/payments/reconcile-payments.server.ts'
import { recordHandPayment } from '#app/features/payments/record-hand-payment.server.ts'
import { NothingToPay } from '#app/features/payments/refusals.ts'
import { refundByStaff } from '#app/features/red-line/refund-by-staff.server.ts'
import { readMarks } from '#app/features/tracking/booking-marks.server.ts'
import { readStatement } from '#app/features/visit/read-statement.server.ts'
import { days, minutes } from '#app/values/clock.ts'
import { newId } from '#app/values/ids.ts'
import { addRow } from '#test/support/add-row.ts'
import { billed } from '#test/support/billed.ts'
import type { Booked } from '#test/support/booked.ts'
import { colleague } from '#test/support/colleague.ts'
import { desk, openPaying, type Paying, peerOf } from '#test/support/paying.ts'
import { onOneEngine, racing } from '#test/support/world.ts'
import { readStatementLines } from './accounts-csv.server.ts'
import { billSums } from './bill-text.ts'
import { readBillView } from './bill-view.server.ts'
import { readBookDifferences } from './check-books.server.ts'
import { creditBill } from './credit-bill.server.ts'
import { findBills, readBillsOf } from './find-bills.server.ts'
import { readBillReport } from './read-bill-report.server.ts'
import { readToCall } from './read-to-call.server.ts'
import { remindOfBills } from './remind-of-bills.server.ts'

/** The address of the bill's Stripe payment page. */
const page = ({ services }: Paying, { id }: Booked, amountPence?: number, by = services) =>
  openBillCheckout(by, { bookingId: id, backUrl: 'http://localhost:3000/track/x/bill', amountPence })

const billOf = async ({ services }: Paying, booked: Booked) => {
  const view = await readBillView(services, await booked.read())
  return { owedPence: view?.owedPence, paid: view?.payments.map(({ by, amountPence }) => [by, amountPence]) }
}

const confirmingOf = async ({ services }: Paying, booked: Booked) =>
  (await readBillView(services, await booked.read()))?.confirmingPence ?? 0

/** The mark that pages compare while they follow the booking. */
const marksOf = async ({ services }: Paying, booked: Booked) => {
  const { trackingTokenHash } = await booked.read()
  return (await readMarks(services.db, [trackingTokenHash])).get(trackingTokenHash)?.mark
}

/** The customer's browser follows the redirect of a payment page. */
const comeBack = ({ services }: Paying, { id: bookingId }: Booked, address: string) =>
  recordReturn(services, { bookingId, sessionId: new URL(address).searchParams.get('session_id') ?? '' })

const refundsAt = ({ stripe }: Paying) => stripe.refunds.map(({ amount, status }) => [amount, status])

onOneEngine('A bill through Stripe', (engine) => {
  test('has one page for its sum, however often it is asked for, and is paid by Stripe’s signed message alone', async () => {
    const paying = await openPaying(racing(engine))
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

  test('asks Stripe for ten pages in ten minutes at most, whatever is asked of how many instances; the open one takes no turn', async () => {
    const paying = await openPaying(racing(engine), { env: { RATE_LIMIT_SCALE: '1' } })
    const { stripe, world } = paying
    const booked = await billed(world)
    const instances = [paying.services, peerOf(paying)]
    const asked = () => stripe.calls.filter((call) => call === 'POST /v1/checkout/sessions').length
    const atOnce = (ask: (by: Paying['services'], nth: number) => Promise<string>) =>
      Promise.allSettled(Array.from({ length: 24 }, (_, nth) => ask(instances[nth % 2] ?? paying.services, nth)))
    // Each for another sum.
    await atOnce((by, nth) => page(paying, booked, 5_000 + nth, by))
    expect(stripe.sessions.length).toBeLessThanOrEqual(10)
    await expect(page(paying, booked, 4_000)).rejects.toMatchObject({ code: 'too_many_requests', status: 429 })
    world.clock.advance(minutes(10))
    const open = await page(paying, booked)
    expect(
      new Set((await atOnce((by) => page(paying, booked, undefined, by))).map((one) => one.status === 'fulfilled' && one.value)),
    ).toEqual(new Set([open]))
    // The fee of a Red Line booking, while Stripe fails.
    const [red, before] = [await paying.book(), asked()]
    stripe.faults.push(...Array.from({ length: 24 }, () => ({ path: /^POST .*sessions$/, fault: 'fails' as const })))
    await atOnce((by) => paying.page(red, by))
    expect(asked() - before).toBeLessThanOrEqual(10)
    stripe.faults.length = 0
    world.clock.advance(minutes(5))
    await expect(paying.page(red)).rejects.toMatchObject({ code: 'too_many_requests', status: 429 })
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
    // 'Completed' only means that the customer is through: the money hasn't arrived.
    await stripe.deliver(endpoint, stripe.events.slice(0, 1))
    expect(await confirmingOf(paying, booked)).toBe(11_900)
    await stripe.deliver(endpoint)
    expect(await confirmingOf(paying, booked)).toBe(0)
    const again = await page(paying, booked)
    expect(again).not.toBe(failing)

    // No message arrives: after an hour the bill is due again, and a payment found later counts.
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

  test('disputed with the bank isn’t refunded or reminded of, and staff and owner are told until when to answer; won, it is paid', async () => {
    const paying = await openPaying(engine)
    const { stripe, world, services, endpoint } = paying
    const olive = await colleague(world, 'Olive Hart', 'owner', 'olive')
    const booked = await billed(world)
    stripe.pay(await page(paying, booked))
    await stripe.deliver(endpoint)
    const intent = stripe.sessions[0]?.payment_intent ?? ''
    const told = async (to: string) =>
      (await paying.mails(to)).filter(({ subject }) => subject.includes('PAYMENT DISPUTE')).map(({ text }) => text)

    // An inquiry is only a mark.
    stripe.dispute(intent, 'warning_needs_response')
    await stripe.deliver(endpoint, [...stripe.events.slice(-1), ...stripe.events.slice(-1)], { atOnce: true })
    expect(await readToCall(services)).toEqual([])
    expect((await findBills(services, ''))[0]).toMatchObject({ mark: 'The bank is asking about it', owedPence: 0 })
    await paying.jobs()
    expect(await told(desk)).toEqual([expect.stringContaining('No money has been taken.')])

    // It becomes a dispute: each message twice, the last first.
    stripe.dispute(intent, 'needs_response')
    const opened = stripe.events.slice(-2)
    await stripe.deliver(endpoint, [...opened.toReversed(), ...opened])
    await paying.jobs()
    for (const to of [desk, `${olive}@example.com`])
      expect((await told(to)).at(-1)).toContain('Answer in the payment provider’s dashboard by Friday 27 November')
    expect(await told(desk)).toHaveLength(2)
    expect(await readToCall(services)).toMatchObject([{ title: 'Bill 2026-0001', says: '£119 disputed' }])
    expect((await readBillsOf(services, [booked.id])).get(booked.id)?.line).toBe('Bill 2026-0001, £119.00: disputed with your bank')
    const payment = await services.db.selectFrom('payments').select('id').executeTakeFirstOrThrow()
    const refund = { paymentId: payment.id, amountPence: 100, confirmedPence: 100, seenReturnedPence: 0, reason: 'Goodwill' }
    await expect(refundByStaff(services, olive, refund)).rejects.toThrow('Don’t refund it as well.')
    // A credit note now: the overpayment is refunded only once the money is ours again.
    await creditBill(services, { bookingId: booked.id, staffId: olive, amount: '20', reason: 'A part was faulty', key: newId() })
    expect(await billOf(paying, booked)).toMatchObject({ owedPence: -2_000 })
    await paying.jobs()
    expect(refundsAt(paying)).toEqual([])
    expect(await readBookDifferences(services)).toEqual([])

    world.clock.advance(days(20))
    stripe.dispute(intent, 'won')
    const marks = [await marksOf(paying, booked)]
    await stripe.deliver(endpoint, stripe.events.slice(-2).toReversed())
    marks.push(await marksOf(paying, booked))
    world.clock.advance(minutes(1))
    await paying.jobs()
    expect(refundsAt(paying)).toEqual([[2_000, 'succeeded']])
    // Open pages follow both.
    expect(new Set([...marks, await marksOf(paying, booked)]).size).toBe(3)
    expect(await billOf(paying, booked)).toMatchObject({ owedPence: 0 })
    expect(await readToCall(services)).toEqual([])
    // An old message arrives late.
    await stripe.deliver(endpoint, [{ ...(opened[0] ?? stripe.events[0]), id: 'evt_late' } as (typeof opened)[number]])
    expect(await readToCall(services)).toEqual([])
    world.clock.advance(days(3))
    expect(await readBookDifferences(services)).toEqual([])
    const { disputed, disputeFees } = await readBillReport(services.db, { from: '2026-11-01', to: '2026-12-31' })
    expect([disputed.pence, disputeFees.pence]).toEqual([0, 2_000])
  })

  test('lost to the bank is owed again, for a person to call and without reminders or a credit note; a Red Line fee is too', async () => {
    const paying = await openPaying(engine)
    const { stripe, world, services, endpoint } = paying
    const booked = await billed(world)
    stripe.pay(await page(paying, booked))
    const red = await paying.bookAndPay()
    await stripe.deliver(endpoint)
    const [bill = '', fee = ''] = stripe.sessions.map(({ payment_intent }) => payment_intent ?? '')
    stripe.dispute('pi_of_another_shop', 'needs_response', 500)
    for (const intent of [bill, fee]) stripe.dispute(intent, 'lost')
    // None of it arrived: the hourly comparison finds it.
    await askReconciliation(services)
    await paying.jobs()
    world.clock.advance(days(8))
    expect(await remindOfBills(services)).toBe(0)
    expect(await billOf(paying, booked)).toMatchObject({ owedPence: 11_900 })
    const view = await readBillView(services, await booked.read())
    expect(view && billSums(view).at(-1)).toEqual({ label: 'Returned by the bank', figure: '£119.00' })
    const statement = await readStatement(services.db, await red.read())
    expect([statement.heldPence, statement.leftPence]).toEqual([0, statement.mostPence])
    expect((await readToCall(services)).map(({ title, says }) => [title, says]).toSorted()).toEqual([
      ['Bill 2026-0001', '£119 returned by the bank, owed again'],
      [`Booking ${(await red.read()).reference}`, '£29.99 returned by the bank, owed again'],
    ])
    expect(await readBookDifferences(services)).toEqual([])
    expect(await paying.rows('paymentDifferences')).toMatchObject([
      { kind: 'disputed', theirsPence: 500, providerPaymentId: 'pi_of_another_shop' },
    ])
    const card = await readStatementLines(services.db, 'card', { from: '2026-11-01', to: '2026-12-31' })
    expect(card.reduce((sum, { pence }) => sum + pence, 0)).toBe(-2 * 2_000)
    expect(await services.db.selectFrom('creditNotes').select('id').execute()).toEqual([])
    await recordHandPayment(services, { bookingId: booked.id, by: 'dan', method: 'transfer', amount: '119', key: newId() })
    expect((await readToCall(services)).map(({ title }) => title)).toEqual([`Booking ${(await red.read()).reference}`])
    // Money that Stripe kept without a reason is reported.
    await services.db.deleteFrom('disputeMovements').execute()
    const kept = (await readBookDifferences(services)).map(({ kind, expectedPence, foundPence }) => [kind, expectedPence, foundPence])
    expect(kept.toSorted()).toEqual([
      ['disputed', 11_900, 0],
      ['disputed', 2_999, 0],
    ])
    // Lost in two disputes, each payment is still one payment.
    const whole = await services.db.selectFrom('disputes').selectAll().where('providerPaymentId', 'in', [bill, fee]).execute()
    await services.db
      .updateTable('disputes')
      .set(({ eb }) => ({ amountPence: eb('amountPence', '-', 100) }))
      .where('providerPaymentId', 'in', [bill, fee])
      .execute()
    const parts = whole.map((row) => ({ ...row, id: newId(), providerDisputeId: `${row.providerDisputeId}_2`, amountPence: 100 }))
    const asked = parts.map((row) => ({ ...row, id: newId(), providerDisputeId: `${row.providerDisputeId}_3`, state: 'closed' as const }))
    await addRow(services.db, 'disputes', [...parts, ...asked])
    expect((await readBillView(services, await booked.read()))?.payments.map(({ lostPence }) => lostPence)).toEqual([11_900, 0])
    expect((await findBills(services, ''))[0]?.mark).toBe('Returned by the bank')
    expect(await readStatement(services.db, await red.read())).toEqual(statement)
  })
})
