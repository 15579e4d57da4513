import { actOnBooking } from '#app/features/booking/act-on-booking.server.ts'
import { dispatchedStatuses, isDispatched } from '#app/features/booking/lifecycle.ts'
import { readHistory } from '#app/features/booking/read-booking.server.ts'
import { readPaidFee } from '#app/features/payments/paid-fee.server.ts'
import { refundBooking } from '#app/features/payments/refund.server.ts'
import { dispatchedInTime } from '#app/features/promises/cancellation.ts'
import { days, later } from '#app/platform/clock.ts'
import type { Services } from '#app/platform/services.ts'

/** Longer than any outage, and few enough to look at every minute. */
const lookBackMs = days(30)

/**
 * Chore: returns the whole fee of Red Line visits for which nobody had set out within the promised minutes of the payment (terms,
 * red-line). Only where staff's record says when somebody did: while there is none, nothing is known. Answers how many there were.
 */
export async function returnMissedFees(services: Services): Promise<number> {
  const { db, clock } = services
  const fees = await db
    .selectFrom('payments')
    .innerJoin('bookings', 'bookings.id', 'payments.bookingId')
    .select('bookings.id')
    .where('payments.outcome', '=', 'confirmed')
    .where('payments.recordedAt', '>', later(clock.now(), -lookBackMs))
    .where('bookings.status', 'in', dispatchedStatuses)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('refunds')
            .select('refunds.id')
            .whereRef('refunds.paymentId', '=', 'payments.id')
            .where('refunds.reason', '=', 'not_dispatched'),
        ),
      ),
    )
    .execute()
  let count = 0
  for (const { id } of fees) if (await returnIfMissed(services, id)) count += 1
  return count
}

async function returnIfMissed(services: Services, bookingId: string): Promise<boolean> {
  // Without its lock: nearly all were in time, and what happened stays as it was.
  const fee = await readPaidFee(services.db, bookingId)
  if (!fee || fee.leftPence === 0 || dispatchedInTime(await readHistory(services.db, bookingId), fee.paidAt) !== false) return false
  const returned = await actOnBooking<true>(services, { bookingId, actor: 'system' }, async (tx, { booking }) => {
    if (!isDispatched(booking.status)) return undefined
    const refundId = await refundBooking(services, tx, booking.id, { amountPence: fee.leftPence, reason: 'not_dispatched' })
    return { announces: refundId ? { occasion: 'refunded', id: refundId } : undefined, result: true }
  })
  return returned ?? false
}
