import type { RefundReason } from '#app/features/payments/refund-reasons.ts'
import type { Instant } from '#app/platform/clock.ts'
import { londonDay } from '#app/platform/london.ts'
import { type BookingStatus, mayTake, statuses, steps } from './lifecycle.ts'

/** Minutes for which a payment page is asked to stay open after the hold: nobody is cut off while they type. */
export const checkoutGraceMinutes = 2

interface Paid {
  amountPence: number
  currency: string
}

export interface Payable {
  status: BookingStatus
  priorityFeePence: number
  /** Null: nothing was ever to be paid for it. */
  paymentDueAt: Instant | null
  erasedAt: Instant | null
}

/**
 * What money that came for a booking does: it pays for one that waits for it, whose hold ran out, or that staff took on unpaid (a slot
 * permitting), or goes back whole, and why.
 */
export function judgePayment(booking: Payable | undefined, { amountPence, currency }: Paid, isPaid: boolean): 'confirms' | RefundReason {
  if (!booking || booking.paymentDueAt === null) return 'nothing_to_pay'
  if (isPaid) return 'twice'
  if (booking.status === 'cancelled') return 'cancelled_before'
  // Of one whose customer has had it erased nobody knows where to go.
  if (statuses[booking.status].stage === 'visited' || booking.erasedAt) return 'over'
  if (currency !== 'gbp' || amountPence !== booking.priorityFeePence) return 'wrong_amount'
  return 'confirms'
}

/** Whether a hold counts for the London day of `now`: after that an emergency is another one, and is booked anew. */
export const isOfToday = (paymentDueAt: Instant, now: Date): boolean => londonDay(paymentDueAt) === londonDay(now)

/** Why no slot can be held once more for a booking whose hold ran out unpaid; nothing where one can. */
export function retryProblem(
  { status, paymentDueAt, erasedAt }: { status: BookingStatus; paymentDueAt: Instant | null; erasedAt: Instant | null },
  now: Date,
): string | undefined {
  if (!mayTake('customer', 'retry', status) || !paymentDueAt || erasedAt) return 'There is nothing to pay for this booking now.'
  return isOfToday(paymentDueAt, now) ? undefined : 'This Red Line booking was for another day. Please book again, or ring us.'
}

/** What becomes of a booking's status when its fee is paid: what staff have made of it meanwhile stays. */
export const statusOncePaid = (status: BookingStatus): BookingStatus => (mayTake('payment', 'pay', status) ? steps.pay.to : status)

/** Whether what is due can be paid at this moment: the hold lives. */
export const isPayable = ({ status, paymentDueAt }: { status: BookingStatus; paymentDueAt: Instant | null }, now: Instant): boolean =>
  status === 'awaiting_payment' && paymentDueAt !== null && paymentDueAt > now
