import type { Transaction } from 'kysely'
import type { LockedBooking } from '#app/features/booking/act-on-booking.server.ts'
import { isDispatched, mayTake, statuses, steps } from '#app/features/booking/lifecycle.ts'
import { redlineWindow } from '#app/features/capacity/arrival-window.ts'
import { sellSlot } from '#app/features/capacity/sell-slot.server.ts'
import { lockPlan, takePlace } from '#app/features/capacity/take-place.server.ts'
import type { ApplyPayment } from '#app/features/payments/receive-event.server.ts'
import type { RefundReason } from '#app/features/payments/refund-reasons.ts'
import type { NewJob } from '#app/platform/jobs.ts'
import { toInstant } from '#app/values/clock.ts'
import type { Tables } from '#db/tables.ts'
import { isOfToday } from './read-fee.server.ts'

/**
 * Applies a payment of the priority fee: the booking is received, if staff have not gone further, its slot sold and its minutes run from
 * now. One for a booking that waits for it, whose hold expired, or that staff accepted unpaid pays for it while a slot is free; any other
 * is refunded.
 */
export const payFee: ApplyPayment = async (_, tx, { booking, now }, { id, paid }) => {
  const reason = await reasonToRefund(tx, { booking, now }, paid)
  if (reason) return reason
  await tx.updateTable('payments').set({ outcome: 'confirmed' }).where('id', '=', id).execute()
  const status = mayTake('payment', 'pay', booking.status) ? steps.pay.to : booking.status
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

/** Returns the reason to refund a payment; undefined if it pays for its booking, and its slot is sold. */
async function reasonToRefund(
  tx: Transaction<Tables>,
  { booking, now }: LockedBooking,
  { amountPence, currency }: { amountPence: number; currency: string },
): Promise<RefundReason | undefined> {
  // Nothing was ever to be paid for it.
  if (booking.paymentDueAt === null) return 'nothing_to_pay'
  if (await hasPaid(tx, booking.id)) return 'twice'
  if (booking.status === 'cancelled') return 'cancelled_before'
  // An erased booking has no known address.
  if (statuses[booking.status].stage === 'visited' || booking.erasedAt) return 'over'
  if (currency !== 'gbp' || amountPence !== booking.priorityFeePence) return 'wrong_amount'
  const isTimely = isOfToday(booking.paymentDueAt, now)
  if (await sellSlot(tx, booking.id, now, isTimely)) return undefined
  return isTimely ? 'late' : 'too_late'
}

const hasPaid = async (tx: Transaction<Tables>, bookingId: string) =>
  (await tx
    .selectFrom('payments')
    .select('id')
    .where('bookingId', '=', bookingId)
    .where('outcome', '=', 'confirmed')
    .where('billId', 'is', null)
    .executeTakeFirst()) !== undefined

/** A customer who paid at an older page must not pay again at the newer one. */
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
