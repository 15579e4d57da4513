import type { Selectable } from 'kysely'
import { frozenBilling } from '#app/features/pricing/frozen-billing.ts'
import { spokenTimeSeen } from '#app/platform/spoken-moment.ts'
import { type Instant, toInstant } from '#app/values/clock.ts'
import { poundsText } from '#content/money.ts'
import type { BookingsTable } from '#db/tables/booking.ts'

type Booked = Selectable<BookingsTable>

/** The fields of a booking that decide its promises. */
export type Changeable = Pick<
  Selectable<BookingsTable>,
  | 'status'
  | 'serviceLevel'
  | 'slotStartsAt'
  | 'promisedFrom'
  | 'promisedUntil'
  | 'lateAfter'
  | 'priorityFeePence'
  | 'frozenTerms'
  | 'createdAt'
>

/**
 * Returns the time after which £50 off is owed (terms, when-we-come): the end of the present window, or of an earlier one that we promised
 * and then moved, so moving a window doesn't cancel a credit.
 */
export const lateAfterOf = ({ promisedUntil, lateAfter }: Pick<Changeable, 'promisedUntil' | 'lateAfter'>): Instant =>
  lateAfter !== null && lateAfter < promisedUntil ? lateAfter : promisedUntil

/**
 * Returns the end of the promised window; undefined if there is none. A booking that waited on the visitor's device may be stored after its
 * slot: it has no promise until staff give it another window.
 */
export const windowEndOf = ({
  promisedUntil,
  lateAfter,
  createdAt,
}: Pick<Changeable, 'promisedUntil' | 'lateAfter' | 'createdAt'>): Instant | undefined =>
  [promisedUntil, lateAfter].filter((end): end is Instant => end !== null && end > createdAt).toSorted()[0]

/** Returns true if the engineer on the way expects to arrive after the promised window. */
export const isExpectedLate = (booking: Pick<Changeable, 'status' | 'promisedUntil' | 'lateAfter'> & Pick<Booked, 'expectedAt'>): boolean =>
  booking.status === 'en_route' && booking.expectedAt !== null && booking.expectedAt > lateAfterOf(booking)

/** Returns the apology to the customer, and the amount off the bill. */
export function expectedLateText(
  booking: Pick<Changeable, 'promisedUntil' | 'lateAfter' | 'frozenTerms'> & Pick<Booked, 'returnOf'>,
  now: Date | Instant,
): string {
  const by = spokenTimeSeen(lateAfterOf(booking), now)
  const sorry = `We said we’d be with you by ${by}, and we’re sorry that we’re running late.`
  if (booking.returnOf) return sorry
  const credit = `${poundsText(frozenBilling(booking).lateArrivalCreditPence)} comes off your bill. You don’t need to do anything.`
  return `${sorry} ${new Date(now) > new Date(lateAfterOf(booking)) ? credit : `If we arrive after ${by}, ${credit}`}`
}

/** The new `lateAfter` when staff promise another window. A customer who asked for a later visit is owed nothing for that. */
export const lateAfterNewPromise = (booking: Pick<Changeable, 'promisedUntil' | 'lateAfter'>, now: Date, askedByCustomer: boolean) =>
  askedByCustomer && toInstant(now) <= lateAfterOf(booking) ? null : lateAfterOf(booking)
