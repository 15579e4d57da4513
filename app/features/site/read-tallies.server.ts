import { notAJobStatuses } from '#app/features/booking/lifecycle.ts'
import type { Services } from '#app/platform/services.ts'
import type { BookingStatus } from '#app/values/booking-status.ts'
import { days, later, minutes, toInstant } from '#app/values/clock.ts'
import type { MeasureId } from '#content/claims.ts'
import { type MeasuredJob, measure, measuredDays, type Tally } from './claims/measures.ts'
import { readReturnTallies } from './claims/read-return-tallies.server.ts'

/** The first time of each measured status of a booking. */
const timed = ['received', 'en_route', 'arrived'] as const satisfies readonly BookingStatus[]

type Reading = Pick<Services, 'db' | 'clock'>

const keptMs = minutes(5)
const kept = new WeakMap<Services['db'], { until: number; tallies: ReturnType<typeof readTallies> }>()

/** The same, read once in five minutes: pages rendered for each request must not read 90 days of bookings each time. */
export function keptTallies(services: Reading): ReturnType<typeof readTallies> {
  const now = services.clock.now().getTime()
  const known = kept.get(services.db)
  if (known && now < known.until) return known.tallies
  const tallies = readTallies(services)
  kept.set(services.db, { until: now + keptMs, tallies })
  // A failed read is tried again.
  tallies.catch(() => kept.delete(services.db))
  return tallies
}

/** The results of our claims over the bookings of the last 90 days; of those about return visits, over 12 months. */
export async function readTallies({ db, clock }: Reading): Promise<Record<MeasureId, Tally>> {
  const now = clock.now()
  const since = later(now, -days(measuredDays))
  const bookings = await db
    .selectFrom('bookings')
    .select([
      'id',
      'service',
      'serviceLevel',
      'channel',
      'slotStartsAt',
      'promisedUntil',
      'createdAt',
      'revision',
      'calledAt',
      'callSettledAt',
    ])
    .where('createdAt', '>=', since)
    .where('suspectedSpam', '=', 0)
    .where('status', 'not in', notAJobStatuses)
    .orderBy('createdAt')
    .execute()
  const events = await db
    .selectFrom('bookingEvents')
    .innerJoin('bookings', 'bookings.id', 'bookingEvents.bookingId')
    .select(['bookingId', 'toStatus', (eb) => eb.fn.min('bookingEvents.at').as('at')])
    .where('bookings.createdAt', '>=', since)
    .where('toStatus', 'in', timed)
    // An arrival at an earlier visit doesn't keep the window of a later one.
    .where(({ or, eb, ref }) =>
      or([eb('toStatus', '!=', 'arrived'), eb('visitAgreedAt', 'is', null), eb('bookingEvents.at', '>', ref('bookings.visitAgreedAt'))]),
    )
    .groupBy(['bookingId', 'toStatus'])
    .execute()
  const credits = await db
    .selectFrom('credits')
    .innerJoin('bookings', 'bookings.id', 'credits.bookingId')
    .select(['bookingId', 'promise', 'withdrawnAt'])
    .where('bookings.createdAt', '>=', since)
    .execute()
  const missed = Map.groupBy(credits, ({ bookingId }) => bookingId)
  const at = new Map(events.map((event) => [`${event.bookingId} ${event.toStatus}`, event.at]))
  const jobs = bookings.map(
    ({ id, service, serviceLevel, channel, slotStartsAt, promisedUntil, createdAt, revision, calledAt, callSettledAt }): MeasuredJob => ({
      service,
      serviceLevel,
      isOnline: channel === 'online',
      // If the customer changed the time, only the window is judged, not the time of booking.
      isAsap: slotStartsAt === null && revision === 0,
      promisedUntil,
      receivedAt: at.get(`${id} received`) ?? createdAt,
      calledAt: calledAt ?? undefined,
      isCallNeedless: calledAt === null && callSettledAt !== null,
      enRouteAt: at.get(`${id} en_route`),
      arrivedAt: at.get(`${id} arrived`),
      // The last promise of each kind: a later visit's may be missed even if an earlier one's was withdrawn.
      missed: Object.fromEntries(
        (missed.get(id) ?? [])
          .map(({ promise, withdrawnAt }) => [promise, withdrawnAt === null] as const)
          .toSorted(([, a], [, b]) => Number(a) - Number(b)),
      ),
    }),
  )
  return { ...measure(jobs, toInstant(now)), ...(await readReturnTallies(db, now)) }
}
