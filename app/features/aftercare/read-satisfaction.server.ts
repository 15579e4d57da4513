import type { ExpressionBuilder, Kysely, Selectable } from 'kysely'
import { statusFacts } from '#app/features/booking/lifecycle.ts'
import type { Booking } from '#app/features/booking/read-booking.server.ts'
import { londonDay } from '#app/platform/london.ts'
import type { Instant } from '#app/values/clock.ts'
import type { LondonDay } from '#app/values/day.ts'
import type { SatisfactionRequestsTable } from '#db/tables/aftercare.ts'
import type { Tables } from '#db/tables.ts'
import { satisfactionUntil } from './satisfaction-dates.ts'

/** A request; `returnId`: of the return visit booked since. */
export type SatisfactionRequest = Selectable<SatisfactionRequestsTable> & { returnId: string | null }

export interface Satisfaction {
  request: SatisfactionRequest | undefined
  /** The last day on which they can ask. */
  until: LondonDay
  isOver: boolean
}

type OfVisit = Pick<Booking, 'id' | 'status' | 'returnOf' | 'erasedAt' | 'promisedUntil'>

/**
 * The request of a customer who isn't satisfied, and until when they can make it. The days count from the last visit, free return visits
 * included. Undefined for a visit that hasn't happened, and for a return visit: there it is asked for at the first one, which was paid for.
 */
export async function readSatisfaction(db: Kysely<Tables>, booking: OfVisit, now: Date): Promise<Satisfaction | undefined> {
  if (statusFacts(booking.status).stage !== 'visited' || booking.returnOf !== null || booking.erasedAt !== null) return undefined
  const until = satisfactionUntil((await readFinishedAt(db, booking.id)) ?? booking.promisedUntil)
  return { request: await findRequest(db, booking.id), until, isOver: londonDay(now) > until }
}

const findRequest = (db: Kysely<Tables>, bookingId: string) =>
  db
    .selectFrom('satisfactionRequests')
    .selectAll()
    .select((eb) => returnsSince(eb).limit(1).as('returnId'))
    .where('bookingId', '=', bookingId)
    .executeTakeFirst()

/** When the last visit of a booking ended, or of the return visits to it. */
async function readFinishedAt(db: Kysely<Tables>, bookingId: string): Promise<Instant | null | undefined> {
  const visits = db
    .selectFrom('bookings')
    .select('id')
    .where((eb) => eb.or([eb('id', '=', bookingId), eb('returnOf', '=', bookingId)]))
  const finished = await db
    .selectFrom('bookingEvents')
    .select(({ fn }) => fn.max('at').as('at'))
    .where('bookingId', 'in', visits)
    .where('toStatus', 'in', ['completed', 'no_access'])
    .whereRef('fromStatus', '!=', 'toStatus')
    .executeTakeFirst()
  return finished?.at
}

/** The return visits booked since a customer asked for it to be put right, inside a query of requests. */
export const returnsSince = (eb: ExpressionBuilder<Tables, 'satisfactionRequests'>) =>
  eb
    .selectFrom('bookings as returns')
    .select('returns.id')
    .whereRef('returns.returnOf', '=', 'satisfactionRequests.bookingId')
    .where('returns.returnOf', 'is not', null)
    .whereRef('returns.createdAt', '>=', 'satisfactionRequests.askedAt')
    .where('returns.status', '!=', 'cancelled')
