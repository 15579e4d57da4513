import type { Transaction } from 'kysely'
import { toInstant } from '#app/values/clock.ts'
import type { Tables } from '#db/tables.ts'

/**
 * Removes a test booking, with its history and jobs, in the same transaction that wrote it: nothing ever sees it, and one row of
 * `synthetic_bookings` remains. `now`: the time it was stored at. Call it last in the transaction. Throws if part of it is missing; then
 * nothing is stored.
 */
export async function setAsideSynthetic(tx: Transaction<Tables>, bookingId: string, now: Date): Promise<void> {
  // Jobs due at this instant are few, and have an index: no other jobs are read.
  const jobs = await tx
    .deleteFrom('jobs')
    .where('state', '=', 'waiting')
    .where('runAt', '=', toInstant(now))
    .where('payload', 'like', `%"bookingId":"${bookingId}"%`)
    .returning('id')
    .execute()
  const events = await tx.deleteFrom('bookingEvents').where('bookingId', '=', bookingId).returning('id').execute()
  const booking = await tx.deleteFrom('bookings').where('id', '=', bookingId).returningAll().executeTakeFirst()
  if (!booking || events.length === 0 || jobs.length === 0) throw new Error('A synthetic booking was only partly stored')
  const { id, idempotencyKey, reference } = booking
  await tx
    .insertInto('syntheticBookings')
    .values({
      ...{ id, idempotencyKey, reference },
      booking: JSON.stringify(booking),
      events: events.length,
      jobs: jobs.length,
      at: toInstant(now),
    })
    .execute()
}
