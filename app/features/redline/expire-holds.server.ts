import { jobsForChange } from '#app/features/notifications/reads.server.ts'
import { toInstant } from '#app/platform/clock.ts'
import { skipLocked } from '#app/platform/database.ts'
import { newId } from '#app/platform/ids.ts'
import { enqueue } from '#app/platform/jobs.ts'
import type { Services } from '#app/platform/services.ts'

/**
 * Ends the bookings whose time to pay ran out: they become `expired`, and staff are told whom to ring. Answers how many there were.
 * Their slots need nothing done: a hold past its time counts as free, and the next visitor takes its row over.
 */
export async function expireHolds(services: Services): Promise<number> {
  const now = services.clock.now()
  const at = toInstant(now)
  const count = await services.db.transaction().execute(async (tx) => {
    const expired = await tx
      .updateTable('bookings')
      .set((eb) => ({ status: 'expired', revision: eb('revision', '+', 1), revisedAt: at }))
      .where('id', 'in', (eb) =>
        skipLocked(
          services.engine,
          eb.selectFrom('bookings').select('id').where('status', '=', 'awaiting_payment').where('paymentDueAt', '<=', at),
        ),
      )
      .returning(['id', 'suspectedSpam', 'erasedAt', 'revision'])
      .execute()
    if (expired.length === 0) return 0
    const events = expired.map(({ id }) => ({
      id: newId(),
      bookingId: id,
      at,
      actor: 'system',
      fromStatus: 'awaiting_payment' as const,
      toStatus: 'expired' as const,
      note: 'The priority fee was not paid in time',
    }))
    await tx.insertInto('bookingEvents').values(events).execute()
    for (const [each, booking] of expired.entries())
      await enqueue(tx, now, [
        { kind: 'end-checkout', payload: { bookingId: booking.id } },
        ...(await jobsForChange(services, tx, booking, {
          change: 'unpaid',
          id: events[each]?.id ?? '',
          revision: booking.revision,
        })),
      ])
    return expired.length
  })
  if (count > 0) services.jobsAdded()
  return count
}
