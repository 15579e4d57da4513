import { mayTake, statuses, steps } from '#app/features/booking/lifecycle.ts'
import type { RefundReason } from '#app/features/payments/refund-reasons.ts'
import type { BookingStatus } from '#app/values/booking-status.ts'
import type { Instant } from '#app/values/clock.ts'

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
 * Decides if a payment pays for a booking (one that waits for it, whose hold expired, or that staff accepted unpaid, if a slot is free), or
 * is refunded in full, and why.
 */
export function judgePayment(booking: Payable | undefined, { amountPence, currency }: Paid, isPaid: boolean): 'confirms' | RefundReason {
  if (!booking || booking.paymentDueAt === null) return 'nothing_to_pay'
  if (isPaid) return 'twice'
  if (booking.status === 'cancelled') return 'cancelled_before'
  // An erased booking has no known address.
  if (statuses[booking.status].stage === 'visited' || booking.erasedAt) return 'over'
  if (currency !== 'gbp' || amountPence !== booking.priorityFeePence) return 'wrong_amount'
  return 'confirms'
}

/** A booking's status once its fee is paid: steps by staff meanwhile stay. */
export const statusOncePaid = (status: BookingStatus): BookingStatus => (mayTake('payment', 'pay', status) ? steps.pay.to : status)
