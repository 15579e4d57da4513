import type { Selectable } from 'kysely'
import { type Instant, toInstant } from '#app/platform/clock.ts'
import type { BookingsTable } from '#db/tables.ts'

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
 * The time after which £50 off is owed (terms, when-we-come): the end of the present window, or of an earlier one that we promised and then
 * moved. What is owed stays owed.
 */
export const lateAfterOf = ({ promisedUntil, lateAfter }: Pick<Changeable, 'promisedUntil' | 'lateAfter'>): Instant =>
  lateAfter !== null && lateAfter < promisedUntil ? lateAfter : promisedUntil

/**
 * When the window that we promised ends; undefined if there is none. A booking that waited on the visitor's device may be stored after its
 * slot: that isn't promised, until staff promise another window.
 */
export const windowEndOf = ({
  promisedUntil,
  lateAfter,
  createdAt,
}: Pick<Changeable, 'promisedUntil' | 'lateAfter' | 'createdAt'>): Instant | undefined =>
  [promisedUntil, lateAfter].filter((end): end is Instant => end !== null && end > createdAt).toSorted()[0]

/** The new `lateAfter` when staff promise another window. A customer who asked for a later visit is owed nothing for that. */
export const lateAfterNewPromise = (booking: Pick<Changeable, 'promisedUntil' | 'lateAfter'>, now: Date, askedByCustomer: boolean) =>
  askedByCustomer && toInstant(now) <= lateAfterOf(booking) ? null : lateAfterOf(booking)
