import { toInstant } from '#app/platform/clock.ts'
import { skipLocked } from '#app/platform/database.ts'
import { newId } from '#app/platform/ids.ts'
import { enqueue } from '#app/platform/jobs.ts'
import type { Services } from '#app/platform/services.ts'
import { redlineHoldMinutes } from '#content/rates.ts'

/**
 * Ends the bookings whose hold ran out unpaid: they become `expired`. Answers how many there were.
 * Their slots need nothing done: a hold past its time counts as free, and the next visitor takes its row over.
 */
export async function expireHolds(services: Services): Promise<number> {
  const now = services.clock.now()
  const at = toInstant(now)
  return services.db.transaction().execute(async (tx) => {
    const expired = await tx
      .updateTable('bookings')
      .set((eb) => ({ status: 'expired', revision: eb('revision', '+', 1), revisedAt: at }))
      .where('id', 'in', (eb) =>
        skipLocked(
          services.engine,
          eb.selectFrom('bookings').select('id').where('status', '=', 'awaiting_payment').where('paymentDueAt', '<=', at),
        ),
      )
      .returning('id')
      .execute()
    if (expired.length === 0) return 0
    const events = expired.map(({ id }) => ({
      id: newId(),
      bookingId: id,
      at,
      actor: 'system',
      fromStatus: 'awaiting_payment' as const,
      toStatus: 'expired' as const,
      note: `The slot was held for ${redlineHoldMinutes} minutes and not paid for`,
    }))
    await tx.insertInto('bookingEvents').values(events).execute()
    await enqueue(
      tx,
      now,
      expired.map(({ id }) => ({ kind: 'end-checkout', payload: { bookingId: id } })),
    )
    return expired.length
  })
}
