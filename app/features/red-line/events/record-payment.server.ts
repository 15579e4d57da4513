import type { Transaction } from 'kysely'
import { actOnBookingIn, type Change, type LockedBooking } from '#app/features/booking/act-on-booking.server.ts'
import { isDispatched } from '#app/features/booking/lifecycle.ts'
import { redlineWindow } from '#app/features/capacity/arrival-window.ts'
import { sellSlot } from '#app/features/capacity/sell-slot.server.ts'
import { lockPlan, takePlace } from '#app/features/capacity/take-place.server.ts'
import { payBill } from '#app/features/payments/record-bill-payment.server.ts'
import { askRefund } from '#app/features/payments/refund.server.ts'
import type { RefundReason } from '#app/features/payments/refund-reasons.ts'
import { reportDifferences } from '#app/features/payments/report-differences.server.ts'
import type { NewJob } from '#app/platform/jobs.ts'
import type { ProviderPayment } from '#app/platform/payments.ts'
import type { Services } from '#app/platform/services.ts'
import { toInstant } from '#app/values/clock.ts'
import { newId } from '#app/values/ids.ts'
import type { Tables } from '#db/tables.ts'
import { isOfToday } from '../priority-fee/priority-fee.ts'
import { judgePayment, statusOncePaid } from './judge-payment.ts'

/**
 * Records a payment reported by the provider, in the caller's transaction, and applies it: the booking is received, its slot sold, staff
 * alerted and the customer told; or, if there is nothing to pay for or no slot left, all of it is refunded. A payment for a bill is applied
 * to the bill. Steps by staff on a booking they accepted unpaid stay. The same payment is recorded once; one without a purpose is left to
 * staff. Call `services.jobsAdded()` after it commits.
 */
export async function recordPayment(services: Services, tx: Transaction<Tables>, provider: string, paid: ProviderPayment): Promise<void> {
  const { providerPaymentId, amountPence } = paid
  if (paid.isUnclaimed)
    return reportDifferences(services, tx, provider, [{ providerPaymentId, kind: 'unclaimed', oursPence: 0, theirsPence: amountPence }])
  // A voucher for the full amount is no payment.
  if (amountPence <= 0) return
  const checkout = await checkoutOf(tx, provider, paid)
  if (checkout)
    await actOnBookingIn(services, tx, { bookingId: checkout.bookingId, actor: 'system' }, (_, locked) =>
      checkout.billId === null
        ? payFor(services, tx, { ...locked, provider, paid, checkout })
        : payBill(services, tx, locked, { provider, paid, checkout: { ...checkout, billId: checkout.billId } }),
    )
  else await returnUnmatched(services, tx, provider, paid)
}

interface Received extends LockedBooking {
  provider: string
  paid: ProviderPayment
  checkout: { id: string; bookingId: string; sessionId: string | null }
}

/** The effect of a payment on its booking: nothing if it was recorded before, or is refunded. */
async function payFor(services: Services, tx: Transaction<Tables>, received: Received): Promise<Change | undefined> {
  const { booking, provider, paid, checkout, now } = received
  const payment = await insertPayment(tx, provider, paid, checkout, now)
  if (!payment) return undefined
  const verdict = judgePayment(booking, paid, await hasPaid(tx, booking.id))
  const reason = verdict === 'confirms' ? await sellOrReturn(tx, received) : verdict
  await tx
    .updateTable('checkouts')
    .set({ state: 'paid', sessionId: checkout.sessionId ?? paid.sessionId })
    .where('id', '=', checkout.id)
    .execute()
  if (reason === undefined) return confirm(tx, received, payment.id)
  const refundId = await askRefund(services, tx, { payment, amountPence: paid.amountPence, reason })
  return refundId === undefined ? undefined : { announces: { occasion: 'refunded', id: refundId } }
}

/** A payment for an unknown booking: it is refunded, and staff look up the payer. */
async function returnUnmatched(services: Services, tx: Transaction<Tables>, provider: string, paid: ProviderPayment): Promise<void> {
  const { providerPaymentId, amountPence } = paid
  const payment = await insertPayment(tx, provider, paid, undefined, services.clock.now())
  if (!payment) return
  await reportDifferences(services, tx, provider, [{ providerPaymentId, kind: 'no_booking', oursPence: 0, theirsPence: amountPence }])
  await askRefund(services, tx, { payment, amountPence, reason: 'nothing_to_pay' })
}

/** The row of a payment; undefined if it is recorded already. It is to be refunded until its purpose is found. */
const insertPayment = (
  tx: Transaction<Tables>,
  provider: string,
  { providerPaymentId, amountPence, currency, paidAt }: ProviderPayment,
  checkout: { id: string; bookingId: string } | undefined,
  now: Date,
): Promise<{ id: string } | undefined> =>
  tx
    .insertInto('payments')
    .values({
      ...{ id: newId(), provider, providerPaymentId, checkoutId: checkout?.id ?? null, bookingId: checkout?.bookingId ?? null },
      ...{ amountPence, currency, outcome: 'returned', paidAt, recordedAt: toInstant(now) },
    })
    .onConflict((conflict) => conflict.columns(['provider', 'providerPaymentId']).doNothing())
    .returning('id')
    .executeTakeFirst()

/** Someone who paid at an older page must not pay again at the newer one. */
async function jobsToEndOthers(tx: Transaction<Tables>, bookingId: string): Promise<NewJob[]> {
  const other = await tx
    .selectFrom('checkouts')
    .select('id')
    .where('bookingId', '=', bookingId)
    .where('billId', 'is', null)
    .where('state', 'in', ['creating', 'open'])
    .executeTakeFirst()
  return other ? [{ kind: 'end-checkout', payload: { bookingId } }] : []
}

/** The checkout of a payment: the one whose page's session it is, which we know from the provider's answer, else by the id that it carries. */
async function checkoutOf(tx: Transaction<Tables>, provider: string, { checkoutId, sessionId }: ProviderPayment) {
  const find = (column: 'id' | 'sessionId', value: string | null) =>
    value === null
      ? undefined
      : tx
          .selectFrom('checkouts')
          .select(['id', 'bookingId', 'sessionId', 'billId'])
          .where('provider', '=', provider)
          .where(column, '=', value)
          .executeTakeFirst()
  return (await find('sessionId', sessionId)) ?? (await find('id', checkoutId))
}

const hasPaid = async (tx: Transaction<Tables>, bookingId: string) =>
  (await tx
    .selectFrom('payments')
    .select('id')
    .where('bookingId', '=', bookingId)
    .where('outcome', '=', 'confirmed')
    .where('billId', 'is', null)
    .executeTakeFirst()) !== undefined

/** Sells the booking its slot. Returns the reason for a refund if there is none. */
async function sellOrReturn(tx: Transaction<Tables>, { booking, now }: Received): Promise<RefundReason | undefined> {
  const isTimely = booking.paymentDueAt !== null && isOfToday(booking.paymentDueAt, now)
  if (await sellSlot(tx, booking.id, now, isTimely)) return undefined
  return isTimely ? 'late' : 'too_late'
}

/** The payment is the booking's, which is received, if staff have not gone further, and its minutes run from now. */
async function confirm(tx: Transaction<Tables>, { booking, now }: Received, paymentId: string): Promise<Change> {
  const status = statusOncePaid(booking.status)
  await tx.updateTable('payments').set({ outcome: 'confirmed' }).where('id', '=', paymentId).execute()
  // A paid promise is kept, even if it takes a rush.
  if (!isDispatched(status) && (await lockPlan(tx, now))) await takePlace(tx, { ...booking, ...redlineWindow(now) }, now)
  return {
    // An engineer on the way or on site keeps the promised window.
    set: { status, provenAt: booking.provenAt ?? toInstant(now), ...(isDispatched(status) ? {} : redlineWindow(now)) },
    isRevised: true,
    event: {
      note:
        booking.status === 'expired'
          ? 'The priority fee was paid after the hold ended, but a slot was still free'
          : 'The priority fee was paid',
    },
    announces: 'paid',
    jobs: await jobsToEndOthers(tx, booking.id),
  }
}
