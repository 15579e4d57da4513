import type { Selectable } from 'kysely'
import { mayTake } from '#app/features/booking/lifecycle.ts'
import { hasSlot } from '#app/features/capacity/slots-left.server.ts'
import { returnsOf } from '#app/features/payments/read-payment.server.ts'
import { londonDay } from '#app/platform/london.ts'
import type { Services } from '#app/platform/services.ts'
import type { BookingStatus } from '#app/values/booking-status.ts'
import { type Instant, toInstant } from '#app/values/clock.ts'
import type { BookingsTable } from '#db/tables/booking.ts'
import type { FeeView } from './fee-view.ts'

/**
 * The state of a booking's priority fee, for anyone with its private link; undefined if none was to be paid online. A past hold counts as
 * expired, even before it has been ended.
 */
export async function readFee({ db, clock, payments: provider, published }: FeeServices, booking: Feed): Promise<FeeView | undefined> {
  const { id, status, paymentDueAt, priorityFeePence } = booking
  if (!paymentDueAt) return undefined
  const now = clock.now()
  const at = toInstant(now)
  const payments = await db
    .selectFrom('payments')
    .leftJoin('refunds', 'refunds.paymentId', 'payments.id')
    .select([
      'payments.outcome',
      'payments.currency',
      'refunds.reason',
      'refunds.state as refundState',
      'refunds.amountPence as refundPence',
    ])
    .where('payments.bookingId', '=', id)
    .where('payments.billId', 'is', null)
    .orderBy('payments.id')
    .orderBy('refunds.id')
    .execute()
  const view = {
    isHeld: await hasSlot(db, id),
    amountPence: priorityFeePence,
    dueAt: paymentDueAt,
    at,
    returns: payments.flatMap((payment) => returnsOf(payment, published.current().details)),
    mayRetry: provider !== null && !retryProblem(booking, now),
  }
  if (status === 'cancelled') return { state: 'cancelled', ...view }
  if (status === 'awaiting_payment' || status === 'expired') return { state: isPayable(booking, at) ? 'due' : 'expired', ...view }
  return payments.some(({ outcome }) => outcome === 'confirmed') ? { state: 'paid', ...view } : undefined
}

type FeeServices = Pick<Services, 'db' | 'clock' | 'payments' | 'published'>

type Feed = Pick<Selectable<BookingsTable>, 'id' | 'status' | 'paymentDueAt' | 'priorityFeePence' | 'erasedAt'>

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
