import type { Selectable } from 'kysely'
import { type Instant, toInstant } from '#app/platform/clock.ts'
import type { BookingsTable } from '#db/tables.ts'

/** Of a booking: what its promises are judged by. */
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
 * After when £50 off is owed (terms, when-we-come): the end of the window that stands, or of an earlier one that we promised before and
 * moved of ourselves. What has become owed stays owed.
 */
export const lateAfterOf = ({ promisedUntil, lateAfter }: Pick<Changeable, 'promisedUntil' | 'lateAfter'>): Instant =>
  lateAfter !== null && lateAfter < promisedUntil ? lateAfter : promisedUntil

/**
 * When the window that we promised ends; undefined where there is none. A booking that waited on the visitor's device may be stored when
 * its slot is over: no one has promised that, until one of us promises another window.
 */
export const windowEndOf = ({
  promisedUntil,
  lateAfter,
  createdAt,
}: Pick<Changeable, 'promisedUntil' | 'lateAfter' | 'createdAt'>): Instant | undefined =>
  [promisedUntil, lateAfter].filter((end): end is Instant => end !== null && end > createdAt).toSorted()[0]

/** What `lateAfter` becomes when one of us promises another window. A customer who asked to be visited later is owed nothing for that. */
export const lateAfterNewPromise = (booking: Pick<Changeable, 'promisedUntil' | 'lateAfter'>, now: Date, askedByCustomer: boolean) =>
  askedByCustomer && toInstant(now) <= lateAfterOf(booking) ? null : lateAfterOf(booking)
