import type { Kysely } from 'kysely'
import { openStatuses } from '#app/features/booking/lifecycle.ts'
import type { Booking } from '#app/features/booking/read-booking.server.ts'
import { BookingNotFound, StepRefused } from '#app/features/booking/refusals.ts'
import { londonDay } from '#app/platform/london.ts'
import type { Instant } from '#app/values/clock.ts'
import { addMonths, type LondonDay } from '#app/values/day.ts'
import { guaranteeMonths } from '#content/stated.ts'
import type { Tables } from '#db/tables.ts'

/** The last day for a booking's free return visit, or why there can't be one. */
export type Returnable =
  /** `until`: the last day of its guarantee. */
  | { until: LondonDay }
  /** We didn't finish the visit, or it is erased. */
  | { refused: 'unfinished' }
  /** `until`: the day its guarantee ended. */
  | { refused: 'over'; until: LondonDay }
  /** A return visit is booked already. */
  | { refused: 'booked'; until: LondonDay; visit: Pick<Booking, 'id' | 'reference'> }

/** The last day of the guarantee on work that was finished at an instant (terms, guarantees): the same day 12 months later. */
export const guaranteedUntil = (finishedAt: Instant): LondonDay => addMonths(londonDay(finishedAt), guaranteeMonths)

/**
 * Returns whether a free return visit may follow a booking at `now`: its visit is done, its guarantee hasn't ended, and no other return
 * visit is open.
 */
export async function readReturnable(
  db: Kysely<Tables>,
  { id, status, erasedAt, promisedUntil }: Pick<Booking, 'id' | 'status' | 'erasedAt' | 'promisedUntil'>,
  now: Date,
): Promise<Returnable> {
  if (status !== 'completed' || erasedAt !== null) return { refused: 'unfinished' }
  const finished = await db
    .selectFrom('bookingEvents')
    .select(({ fn }) => fn.max('at').as('at'))
    .where('bookingId', '=', id)
    .where('toStatus', '=', 'completed')
    .whereRef('fromStatus', '!=', 'toStatus')
    .executeTakeFirst()
  const until = guaranteedUntil(finished?.at ?? promisedUntil)
  const visit = await db
    .selectFrom('bookings')
    .select(['id', 'reference'])
    .where('returnOf', '=', id)
    .where('returnOf', 'is not', null)
    .where('status', 'in', openStatuses)
    .executeTakeFirst()
  if (visit) return { refused: 'booked', until, visit }
  return londonDay(now) > until ? { refused: 'over', until } : { until }
}

/**
 * The booking that a free return visit is for. For writing, its row must be locked: two return visits at once are then one. Throws
 * `StepRefused` if its guarantee has ended or a return visit is booked, or `BookingNotFound`.
 */
export async function requireReturnable(db: Kysely<Tables>, id: string, now: Date): Promise<Booking> {
  const booking = await db.selectFrom('bookings').selectAll().where('id', '=', id).executeTakeFirst()
  if (!booking) throw new BookingNotFound()
  const returnable = await readReturnable(db, booking, now)
  if (!('refused' in returnable)) return booking
  throw new StepRefused(
    returnable.refused === 'booked'
      ? `A return visit for ${booking.reference} is already booked: ${returnable.visit.reference}.`
      : `${booking.reference} isn’t a visit we finished in the last ${guaranteeMonths} months, so it isn’t under guarantee.`,
  )
}
