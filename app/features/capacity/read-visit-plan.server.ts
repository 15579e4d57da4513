import type { Kysely, Selectable } from 'kysely'
import { needsGasSafe } from '#app/features/booking/gas-work.ts'
import { plannedStatuses, statusesAt } from '#app/features/booking/lifecycle.ts'
import { readPublished } from '#app/platform/published.ts'
import { hours, type Instant, later, toInstant } from '#app/values/clock.ts'
import type { BookingsTable } from '#db/tables/booking.ts'
import type { Tables } from '#db/tables.ts'
import { outcodeOf } from './drive-minutes.ts'
import { jobMinutes } from './job-minutes.ts'
import { readPlaces } from './places.server.ts'
import { hasPlannedHours, readWorkingHours } from './read-working-hours.server.ts'
import { type Place, type PlanInput, planVisits, type Start, type Visit, type VisitPlan } from './visit-plan.ts'

/** A job, as a plan needs it. */
export interface Job {
  /** The emergency type. */
  service: string
  postcode: string
  /** The dangers mentioned by the customer, as stored. */
  dangers?: string
}

export type When = Pick<BookingsTable, 'serviceLevel' | 'slotStartsAt' | 'promisedFrom' | 'promisedUntil'>

/** A job without known details. */
export const anyJob: Job = { service: '', postcode: '' }

/** The margin of visits and hours that may affect the requested time. */
const aroundMs = hours(14)
/** A visit that was to begin this long before a plan may reach into it: the longest window, and a visit. */
const reachesMs = hours(14)

const visited = statusesAt('visited')
/** A visit this long ago was in the same shift. */
const sameShiftMs = hours(8)

interface Span {
  from: Instant
  until: Instant
}

/**
 * Visits that begin between these instants are planned together for a question about a time. For a time soon, all visits under way are
 * included: how today continues doesn't depend on the earlier plan.
 */
export function plannedSpan(now: Date, { from, until }: Span): Span {
  const starts = [later(from, -aroundMs), later(now, -aroundMs)].toSorted()
  const isSoon = from < later(now, 2 * aroundMs)
  return { from: starts[isSoon ? 0 : 1] ?? from, until: later(until, aroundMs) }
}

/** The input of a plan of visits. */
export interface Diary extends PlanInput {
  /** The bookings' references, by id. */
  references: ReadonlyMap<string, string>
}

/** The plan of all visits around a time; undefined if no shift or on-call hour was ever planned. Five statements. */
export async function readVisitPlan(
  db: Kysely<Tables>,
  now: Date,
  window: Span,
  exceptIds?: string | readonly string[],
): Promise<VisitPlan | undefined> {
  const diary = await readDiary(db, now, window, exceptIds)
  return diary && planVisits(diary)
}

/**
 * The working hours, visits and places around a time; undefined if no shift or on-call hour was ever planned: then the rules by the clock
 * apply. Five statements.
 */
export async function readDiary(
  db: Kysely<Tables>,
  now: Date,
  window: Span,
  /** Bookings whose places are free: one that is about to get another, or those that may lose theirs. */
  exceptIds: string | readonly string[] = [],
): Promise<Diary | undefined> {
  const except = [exceptIds].flat()
  const { from: spanFrom, until: spanUntil } = plannedSpan(now, window)
  const readFrom = later(spanFrom, -reachesMs)
  const working = (await readWorkingHours(db, spanFrom, spanUntil)).filter(({ isSample }) => !isSample)
  if (working.length === 0 && !(await hasPlannedHours(db))) return undefined
  const found = await db
    .selectFrom('bookings')
    .select([
      'id',
      'reference',
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
    .where('promisedFrom', '>', readFrom)
    .where('promisedFrom', '<', spanUntil)
    // Outside our area no engineer drives before staff have accepted the booking.
    .where((eb) => eb.or([eb('inArea', '=', 1), eb('acceptedAt', 'is not', null)]))
    // Without a place, until staff have accepted it.
    .where((eb) => eb.or([eb('toAgree', '=', 0), eb('acceptedAt', 'is not', null)]))
    .$if(except.length > 0, (query) => query.where('id', 'not in', except))
    .orderBy('promisedFrom')
    .execute()
  const bookings = found.filter(({ status, promisedFrom }) => !visited.includes(status) && promisedFrom > spanFrom)
  const before = found.filter(({ promisedFrom }) => promisedFrom <= spanFrom)
  const done = found.filter(({ status, promisedFrom }) => visited.includes(status) && promisedFrom > later(now, -sameShiftMs))
  const places = (await readPlaces(db, readFrom, spanUntil)).filter(({ bookingId }) => !except.includes(bookingId))
  return {
    now: now.getTime(),
    references: new Map(bookings.map(({ id, reference }) => [id, reference])),
    reserve: (await readPublished(db)).desk.redlineReserve,
    hours: working.map(({ engineerId, isGasSafe, kind, startsAt, endsAt }) => ({
      ...{ engineerId, isGasSafe, isOnCall: kind === 'on-call' },
      ...{ from: Date.parse(startsAt), until: Date.parse(endsAt) },
    })),
    visits: bookings.map((booking) => visitOfBooking(booking, places, now)),
    places,
    starts: spanFrom > toInstant(now) ? startsAfter(before, places) : startsFrom(done),
  }
}

/** A booking as the plan takes it: with its engineer, if one is assigned. */
export function visitOfBooking(
  booking: Job & When & Pick<Selectable<BookingsTable>, 'id' | 'status' | 'engineerId'>,
  places: readonly Place[],
  now: Date,
): Visit {
  const { id, status, engineerId } = booking
  // The exact minute of arrival doesn't matter for the plan.
  const arrivesAt = places.find(({ bookingId }) => bookingId === id)?.arrivesAt ?? now.getTime()
  return {
    ...visitOf(id, booking, booking),
    ...(engineerId && { assignedTo: engineerId }),
    ...(status === 'arrived' && { arrivedAt: Math.min(now.getTime(), arrivesAt) }),
  }
}

type Before = Pick<Selectable<BookingsTable>, 'id' | 'postcode' | 'engineerId'>

/** An engineer starts from their last customer. The latest visit is the last of `done`. */
const startsFrom = (done: readonly Before[]): Map<string, Start> =>
  new Map(done.flatMap(({ engineerId, postcode }) => (engineerId ? [[engineerId, { outcode: outcodeOf(postcode) }] as const] : [])))

/** A plan of another day begins after the visits planned before it. */
function startsAfter(before: readonly Before[], places: readonly Place[]): Map<string, Start> {
  const ends = places
    .flatMap(({ bookingId, engineerId, endsAt }) => {
      const booking = before.find(({ id }) => id === bookingId)
      return booking ? [{ engineerId: booking.engineerId ?? engineerId, at: endsAt, outcode: outcodeOf(booking.postcode) }] : []
    })
    .toSorted((a, b) => a.at - b.at)
  return new Map(ends.map(({ engineerId, ...start }) => [engineerId, start]))
}

/** A job at a time, as the plan takes it. */
export function visitOf(
  bookingId: string,
  { service, postcode, dangers = '' }: Job,
  { serviceLevel, slotStartsAt, promisedFrom, promisedUntil }: When,
): Visit {
  return {
    ...{ bookingId, outcode: outcodeOf(postcode), workMinutes: jobMinutes(service), needsGasSafe: needsGasSafe({ service, dangers }) },
    ...{ isRedline: serviceLevel === 'redline', isAsap: slotStartsAt === null },
    ...{ from: Date.parse(promisedFrom), until: Date.parse(promisedUntil) },
  }
}
