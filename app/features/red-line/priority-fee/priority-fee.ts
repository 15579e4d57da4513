import { mayTake } from '#app/features/booking/lifecycle.ts'
import { londonDay } from '#app/platform/london.ts'
import type { BookingStatus } from '#app/values/booking-status.ts'
import { type Instant, toInstant } from '#app/values/clock.ts'

/**
 * Returns true if the time to pay is still running, also past midnight, or ran out on the London day of `now`: a later emergency is another
 * one, and is booked again.
 */
export const isOfToday = (paymentDueAt: Instant, now: Date): boolean =>
  paymentDueAt > toInstant(now) || londonDay(paymentDueAt) === londonDay(now)

/** Why no slot can be held again for a booking whose hold expired unpaid; undefined if one can. */
export function retryProblem(
  { status, paymentDueAt, erasedAt }: { status: BookingStatus; paymentDueAt: Instant | null; erasedAt: Instant | null },
  now: Date,
): string | undefined {
  if (!mayTake('customer', 'retry', status) || !paymentDueAt || erasedAt) return 'There’s nothing to pay on this booking now.'
  return isOfToday(paymentDueAt, now) ? undefined : 'This Red Line booking was for another day. Please book again, or call us.'
}

/** Returns true if the fee can be paid at this moment: the hold is active. */
export const isPayable = ({ status, paymentDueAt }: { status: BookingStatus; paymentDueAt: Instant | null }, now: Instant): boolean =>
  status === 'awaiting_payment' && paymentDueAt !== null && paymentDueAt > now
