import type { Transaction } from 'kysely'
import type { Booking } from '#app/features/booking/read-booking.server.ts'
import type { Question } from '#app/features/booking/refusals.ts'
import { hasPlannedHours, readWorkingHours } from '#app/features/capacity/read-working-hours.server.ts'
import { takeGivenPlace } from '#app/features/capacity/take-place.server.ts'
import { toInstant } from '#app/values/clock.ts'
import type { Tables } from '#db/tables.ts'
import { fitOf, windowsAtStake } from '../engineer-fit.ts'

type Given = Booking & { engineerId: string }

/**
 * Gives a booking, as it is about to be written, its engineer's time in the plan of visits, in the caller's transaction. Returns the
 * reasons against it, each to follow the engineer's name; empty if there are none. Locks the plan: a booking sold at the same moment is
 * counted here, or counts this one.
 */
export async function takeEngineer(tx: Transaction<Tables>, booking: Given, now: Date): Promise<Question[]> {
  const own = await readOwnDoubts(tx, booking, now)
  const atStake = await takeEngineersTime(tx, booking, now)
  // An engineer who is off shift or can't make two jobs is late as well: said once.
  return [...own, ...(own.length > 0 ? atStake.filter(({ code }) => !code.startsWith('late:')) : atStake)]
}

/** The part of `takeEngineer` that is about the plan of visits. */
export async function takeEngineersTime(tx: Transaction<Tables>, booking: Given, now: Date): Promise<Question[]> {
  const taken = await takeGivenPlace(tx, booking, now)
  return taken ? windowsAtStake(taken.diary, taken.visit, taken.plan) : []
}

/** Returns the reasons from the engineer's own hours and jobs. */
async function readOwnDoubts(tx: Transaction<Tables>, booking: Given, now: Date): Promise<Question[]> {
  const { engineerId } = booking
  const jobs = await tx
    .selectFrom('bookings')
    .select(['id', 'reference', 'status', 'service', 'postcode', 'serviceLevel', 'promisedFrom', 'promisedUntil'])
    .select((eb) =>
      eb
        .selectFrom('bookingEvents')
        .select(({ fn }) => fn.max('at').as('at'))
        .whereRef('bookingEvents.bookingId', '=', 'bookings.id')
        .where('toStatus', '=', 'arrived')
        // Changes while they are there are no arrival.
        .where('fromStatus', '!=', 'arrived')
        .as('arrivedAt'),
    )
    .where('engineerId', '=', engineerId)
    .where('status', 'in', ['assigned', 'en_route', 'arrived'])
    .orderBy('promisedFrom')
    .limit(100)
    .execute()
  const until = Math.max(Date.parse(booking.promisedUntil), now.getTime())
  const hours = await readWorkingHours(tx, toInstant(now), toInstant(new Date(until + 1)))
  const own = hours.filter((each) => each.engineerId === engineerId)
  return fitOf(booking, { jobs, hours: own, isPlanned: await hasPlannedHours(tx) }, now).doubts
}

/** Doubts about an engineer as questions to staff: 'Dan Okoro is off shift then.' */
export const aboutEngineer = ({ id, name }: { id: string; name: string }, doubts: readonly Question[]): Question[] =>
  doubts.map(({ code, text }) => ({ code: `${id}:${code}`, text: `${name} ${text}.` }))
