import type { Transaction } from 'kysely'
import { toInstant } from '#app/platform/clock.ts'
import type { Tables } from '#db/tables.ts'

/**
 * Takes a booking that only tries the way, with its history and its jobs, out of the tables that everything else reads, in the very
 * transaction that wrote them: nothing ever sees it, and what it was stays as one row of `synthetic_bookings`. `now`: the one it was stored at.
 * To be called last in the transaction. Throws where something of it is not there; then nothing is stored.
 */
export async function setAsideSynthetic(tx: Transaction<Tables>, bookingId: string, now: Date): Promise<void> {
  // Those that are due at this instant are few, and have an index: no other jobs are looked at.
  const jobs = await tx
    .deleteFrom('jobs')
    .where('state', '=', 'waiting')
    .where('runAt', '=', toInstant(now))
    .where('payload', 'like', `%"bookingId":"${bookingId}"%`)
    .returning('id')
    .execute()
  const events = await tx.deleteFrom('bookingEvents').where('bookingId', '=', bookingId).returning('id').execute()
  const booking = await tx.deleteFrom('bookings').where('id', '=', bookingId).returningAll().executeTakeFirst()
  if (!booking || events.length === 0 || jobs.length === 0) throw new Error('A synthetic booking was not stored whole')
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
