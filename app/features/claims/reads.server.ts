import { days, later, toInstant } from '#app/platform/clock.ts'
import type { Services } from '#app/platform/services.ts'
import type { MeasureId } from '#content/claims.ts'
import type { BookingStatus } from '#db/tables.ts'
import { type MeasuredJob, measure, measuredDays, type Tally } from './rules.ts'

/** When a booking first had a status that is measured. */
const timed = ['received', 'confirmed', 'en_route', 'arrived'] as const satisfies readonly BookingStatus[]

/** What never became a job, or was called off. */
const noJob = ['awaiting_payment', 'expired', 'cancelled'] as const satisfies readonly BookingStatus[]

/** What our claims come to over the bookings of the last 90 days. */
export async function readTallies({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<Record<MeasureId, Tally>> {
  const now = clock.now()
  const since = later(now, -days(measuredDays))
  const bookings = await db
    .selectFrom('bookings')
    .select(['id', 'service', 'serviceLevel', 'channel', 'slotStartsAt', 'promisedUntil', 'createdAt', 'revision'])
    .where('createdAt', '>=', since)
    .where('suspectedSpam', '=', 0)
    .where('status', 'not in', noJob)
    .orderBy('createdAt')
    .execute()
  const events = await db
    .selectFrom('bookingEvents')
    .innerJoin('bookings', 'bookings.id', 'bookingEvents.bookingId')
    .select(['bookingId', 'toStatus', (eb) => eb.fn.min('bookingEvents.at').as('at')])
    .where('bookings.createdAt', '>=', since)
    .where('toStatus', 'in', timed)
    .groupBy(['bookingId', 'toStatus'])
    .execute()
  const at = new Map(events.map((event) => [`${event.bookingId} ${event.toStatus}`, event.at]))
  const jobs = bookings.map(
    ({ id, service, serviceLevel, channel, slotStartsAt, promisedUntil, createdAt, revision }): MeasuredJob => ({
      service,
      serviceLevel,
      isOnline: channel === 'online',
      // Whose time the customer changed is judged by its window alone, not from when it was first booked.
      isAsap: slotStartsAt === null && revision === 0,
      promisedUntil,
      receivedAt: at.get(`${id} received`) ?? createdAt,
      confirmedAt: at.get(`${id} confirmed`),
      enRouteAt: at.get(`${id} en_route`),
      arrivedAt: at.get(`${id} arrived`),
    }),
  )
  return measure(jobs, toInstant(now))
}
