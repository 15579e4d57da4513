import type { Kysely } from 'kysely'
import { needsGasSafe } from '#app/features/booking/gas-work.ts'
import { plannedStatuses, statusesAt } from '#app/features/booking/lifecycle.ts'
import { outcodeOf } from '#app/features/capacity/drive-minutes.ts'
import { jobMinutes } from '#app/features/capacity/job-minutes.ts'
import { readPlaces } from '#app/features/capacity/places.server.ts'
import { placesOf, planVisits, type Visit, type VisitPlan } from '#app/features/capacity/visit-plan.ts'
import { hasPlannedHours, readWorkingHours } from '#app/features/rota/read-working-hours.server.ts'
import { hours, type Instant, later } from '#app/platform/clock.ts'
import type { BookingsTable, Tables } from '#db/tables.ts'

/** What a job needs of a plan: what it is, and where. */
export interface Job {
  /** The emergency type. */
  service: string
  postcode: string
  /** The dangers that the customer wrote of, as the booking keeps them. */
  dangers?: string
}

/** A job of which nothing is known yet. */
export const anyJob: Job = { service: '', postcode: '' }

/** Engineers kept free for Red Line, where more than one is at work: the firm's planning value. */
const redlineReserve = 1

/** Visits and hours that may touch what is asked about, on either side. */
const aroundMs = hours(14)

const visited = statusesAt('visited')
/** A visit of so long ago was in the same shift. */
const sameShiftMs = hours(8)

/**
 * The plan of all visits around a time, from rows; undefined while no shift or on-call hour was ever planned: then the rules that go by
 * the clock hold. Four statements.
 */
export async function readVisitPlan(
  db: Kysely<Tables>,
  now: Date,
  { from, until }: { from: Instant; until: Instant },
  /** A booking that is about to be given a place: what it had is free. */
  exceptId = '',
): Promise<VisitPlan | undefined> {
  const [spanFrom, spanUntil] = [later(from, -aroundMs), later(until, aroundMs)]
  const working = (await readWorkingHours(db, spanFrom, spanUntil)).filter(({ isSample }) => !isSample)
  if (working.length === 0 && !(await hasPlannedHours(db))) return undefined
  const found = await db
    .selectFrom('bookings')
    .select([
      'id',
      'status',
      'service',
      'postcode',
      'dangers',
      'serviceLevel',
      'slotStartsAt',
      'promisedFrom',
      'promisedUntil',
      'engineerId',
    ])
    .where('status', 'in', [...plannedStatuses, ...visited])
    .where('promisedFrom', '>', spanFrom)
    .where('promisedFrom', '<', spanUntil)
    .where('suspectedSpam', '=', 0)
    // Outside our area nobody drives before one of us has taken it on.
    .where((eb) => eb.or([eb('inArea', '=', 1), eb('acceptedAt', 'is not', null)]))
    .where('id', '!=', exceptId)
    .orderBy('promisedFrom')
    .execute()
  const [bookings, done] = [found.filter(({ status }) => !visited.includes(status)), found.filter(({ status }) => visited.includes(status))]
  const places = (await readPlaces(db, spanFrom, spanUntil)).filter(({ bookingId }) => bookingId !== exceptId)
  return planVisits({
    now: now.getTime(),
    reserve: redlineReserve,
    hours: working.map(({ engineerId, isGasSafe, kind, startsAt, endsAt }) => ({
      ...{ engineerId, isGasSafe, isOnCall: kind === 'on-call' },
      ...{ from: Date.parse(startsAt), until: Date.parse(endsAt) },
    })),
    visits: bookings.map((booking) => ({
      ...visitOf(booking.id, booking, booking),
      ...(booking.engineerId && { assignedTo: booking.engineerId }),
      // The minute at which they arrived matters less than that they are there.
      ...(booking.status === 'arrived' && {
        arrivedAt: Math.min(now.getTime(), places.find(({ bookingId }) => bookingId === booking.id)?.arrivesAt ?? now.getTime()),
      }),
    })),
    places,
    // Who has just been to a customer drives from there; after a night they come from home.
    lastOutcodes: new Map(
      done
        .filter(({ promisedFrom }) => promisedFrom > later(now, -sameShiftMs))
        .flatMap(({ engineerId, postcode }) => (engineerId ? [[engineerId, outcodeOf(postcode)] as const] : [])),
    ),
  })
}

/** Which engineer has each visit in the plan between two instants, by the ids of bookings; empty while no hours were ever planned. */
export async function readPlannedEngineers(
  db: Kysely<Tables>,
  now: Date,
  window: { from: Instant; until: Instant },
): Promise<ReadonlyMap<string, string>> {
  const plan = await readVisitPlan(db, now, window)
  return new Map(plan && placesOf(plan).map(({ bookingId, engineerId }) => [bookingId, engineerId]))
}

/** A job at a time, as the plan takes it. */
export function visitOf(
  bookingId: string,
  { service, postcode, dangers = '' }: Job,
  {
    serviceLevel,
    slotStartsAt,
    promisedFrom,
    promisedUntil,
  }: Pick<BookingsTable, 'serviceLevel' | 'slotStartsAt' | 'promisedFrom' | 'promisedUntil'>,
): Visit {
  return {
    ...{ bookingId, outcode: outcodeOf(postcode), workMinutes: jobMinutes(service), needsGasSafe: needsGasSafe({ service, dangers }) },
    ...{ isRedline: serviceLevel === 'redline', isAsap: slotStartsAt === null },
    ...{ from: Date.parse(promisedFrom), until: Date.parse(promisedUntil) },
  }
}
