import type { ExpressionBuilder, Kysely } from 'kysely'
import { actOnBooking } from '#app/features/booking/act-on-booking.server.ts'
import { statusesAt } from '#app/features/booking/lifecycle.ts'
import { isWithoutEngineer } from '#app/features/booking/read-booking.server.ts'
import type { Services } from '#app/platform/services.ts'
import { days, later, minutes, toInstant } from '#app/values/clock.ts'
import { newId } from '#app/values/ids.ts'
import type { Tables } from '#db/tables.ts'
import { rungsReached } from './rungs.ts'

/** Older than this, an alarm helps no one. */
const lookBackMs = days(1)
/** No window further ahead is nearly over. */
const lookAheadMs = minutes(60)

/**
 * Chore: each rung of the ladder (`rungs.ts`) that a booking has reached alerts staff, owners and the webhook, however many instances there
 * are. Returns the number of alarms.
 */
export async function escalate(services: Services): Promise<number> {
  const { db, clock } = services
  const now = clock.now()
  const found = await selectEscalable(db)
    .select('bookings.id')
    .where(({ or, and, eb, exists }) =>
      or([
        eb('bookings.createdAt', '>', later(now, -lookBackMs)),
        exists(timesChanged(eb).select('bookingEvents.id').where('bookingEvents.at', '>', later(now, -lookBackMs))),
        isWithoutEngineer(eb, now),
        and([eb('promisedUntil', '>=', toInstant(now)), eb('promisedUntil', '<=', later(now, lookAheadMs))]),
      ]),
    )
    .execute()
  const due = found.filter((booking) => rungsReached(booking, now).length > 0)
  if (due.length === 0) return 0
  const ids = due.map(({ id }) => id)
  const recorded = await db.selectFrom('escalations').select(['bookingId', 'rung']).where('bookingId', 'in', ids).execute()
  const isNew = (bookingId: string, rung: string) => !recorded.some((row) => row.bookingId === bookingId && row.rung === rung)
  let count = 0
  for (const booking of due)
    if (rungsReached(booking, now).some(({ key }) => isNew(booking.id, key))) count += await raiseAlarms(services, booking.id)
  return count
}

const raiseAlarms = async (services: Services, bookingId: string): Promise<number> =>
  (await actOnBooking<number>(services, { bookingId, actor: 'system' }, async (tx, { booking, now }) => {
    const facts = await selectEscalable(tx).where('bookings.id', '=', bookingId).executeTakeFirst()
    const alarms: string[] = []
    for (const { key: rung, text } of facts ? rungsReached(facts, now) : []) {
      const raised = await tx
        .insertInto('escalations')
        .values({ id: newId(), bookingId, rung, at: toInstant(now), text })
        .onConflict((conflict) => conflict.columns(['bookingId', 'rung']).doNothing())
        .returning('id')
        .executeTakeFirst()
      if (raised) alarms.push(raised.id)
    }
    if (alarms.length === 0) return undefined
    return {
      set: { escalatedAt: booking.escalatedAt ?? toInstant(now) },
      isUnseen: true,
      event: 'none',
      announces: alarms.map((id) => ({ occasion: 'escalated' as const, id })),
      result: alarms.length,
    }
  })) ?? 0

/** `Escalable` of bookings that a customer waits for. */
const selectEscalable = (db: Kysely<Tables>) =>
  db
    .selectFrom('bookings')
    .select(['status', 'serviceLevel', 'channel', 'engineerId', 'promisedFrom', 'promisedUntil', 'bookings.createdAt', 'acceptedAt'])
    .select(['calledAt', 'callSettledAt', 'dangers', 'vulnerableOccupant'])
    .select((eb) => [
      eb
        .selectFrom('payments')
        .select(({ eb: payment, ref }) =>
          payment.case().when('paidAt', '<', ref('recordedAt')).then(ref('paidAt')).else(ref('recordedAt')).end().as('at'),
        )
        .whereRef('payments.bookingId', '=', 'bookings.id')
        .where('payments.outcome', '=', 'confirmed')
        .where('payments.billId', 'is', null)
        .limit(1)
        .as('paidAt'),
      timesChanged(eb)
        .select(({ fn }) => fn.max('bookingEvents.at').as('at'))
        .as('movedAt'),
    ])
    .where('status', 'in', statusesAt('waiting', 'accepted', 'on_the_way'))
    .where('erasedAt', 'is', null)

/** The changes of a booking's time, inside a query of bookings. */
const timesChanged = (eb: ExpressionBuilder<Tables, 'bookings'>) =>
  eb.selectFrom('bookingEvents').whereRef('bookingEvents.bookingId', '=', 'bookings.id').where('bookingEvents.kind', '=', 'rescheduled')
