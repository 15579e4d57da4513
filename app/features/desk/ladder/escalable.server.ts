import type { ExpressionBuilder, Kysely } from 'kysely'
import { nearMs, statusesAt } from '#app/features/booking/lifecycle.ts'
import { isWithoutEngineer } from '#app/features/booking/read-booking.server.ts'
import { feePaidAt } from '#app/features/payments/paid-fee.server.ts'
import { later, toInstant } from '#app/values/clock.ts'
import type { Tables } from '#db/tables.ts'

/** `Escalable` of bookings that a customer waits for. */
export const selectEscalable = (db: Kysely<Tables>) =>
  db
    .selectFrom('bookings')
    .select(['status', 'serviceLevel', 'channel', 'engineerId', 'promisedFrom', 'promisedUntil', 'bookings.createdAt', 'acceptedAt'])
    .select(['calledAt', 'callSettledAt', 'dangers', 'vulnerableOccupant', 'toAgree', 'suspectedSpam'])
    .select((eb) => [
      feePaidAt(eb).as('paidAt'),
      timesChanged(eb)
        .select(({ fn }) => fn.max('bookingEvents.at').as('at'))
        .as('movedAt'),
    ])
    .where('status', 'in', statusesAt('waiting', 'accepted', 'on_the_way'))
    .where('erasedAt', 'is', null)

/** The changes of a booking's time, inside a query of bookings. */
export const timesChanged = (eb: ExpressionBuilder<Tables, 'bookings'>) =>
  eb.selectFrom('bookingEvents').whereRef('bookingEvents.bookingId', '=', 'bookings.id').where('bookingEvents.kind', '=', 'rescheduled')

/** Inside a query of bookings: those that may be climbing. */
export const mayClimb = (eb: ExpressionBuilder<Tables, 'bookings'>, now: Date) =>
  eb.or([
    isWithoutEngineer(eb, now),
    eb.and([eb('acceptedAt', 'is', null), eb('promisedUntil', '>', toInstant(now)), eb('promisedFrom', '<=', later(now, nearMs))]),
  ])
