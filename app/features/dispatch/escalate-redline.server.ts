import { jobsForEscalation } from '#app/features/notifications/reads.server.ts'
import { lockBooking } from '#app/features/payments/locks.server.ts'
import { days, later, minutes, toInstant } from '#app/platform/clock.ts'
import { newId } from '#app/platform/ids.ts'
import { enqueue } from '#app/platform/jobs.ts'
import type { Services } from '#app/platform/services.ts'
import { escalateAfterMs } from './rules.ts'

/** Longer ago, an alarm helps nobody. */
const lookBackMs = days(1)

/**
 * Chore: a Red Line booking that was paid for and that nobody has accepted for 5 minutes alarms staff and owners by mail and the webhook,
 * once, however many instances there are. Answers how many there were.
 */
export async function escalateRedline(services: Services): Promise<number> {
  const { db, clock } = services
  const waiting = await db
    .selectFrom('bookings')
    .innerJoin('payments', 'payments.bookingId', 'bookings.id')
    .select('bookings.id')
    .where('serviceLevel', '=', 'redline')
    .where('status', '=', 'received')
    .where('acceptedAt', 'is', null)
    .where('escalatedAt', 'is', null)
    .where('payments.outcome', '=', 'confirmed')
    .where('payments.recordedAt', '<=', later(clock.now(), -escalateAfterMs))
    .where('payments.recordedAt', '>', later(clock.now(), -lookBackMs))
    .execute()
  let count = 0
  for (const { id } of waiting) if (await escalate(services, id)) count += 1
  if (count > 0) services.jobsAdded()
  return count
}

const escalate = (services: Services, bookingId: string): Promise<boolean> =>
  services.db.transaction().execute(async (tx) => {
    const booking = await lockBooking(tx, bookingId)
    if (booking?.status !== 'received' || booking.acceptedAt || booking.escalatedAt) return false
    const now = services.clock.now()
    const at = toInstant(now)
    await tx.updateTable('bookings').set({ escalatedAt: at }).where('id', '=', bookingId).execute()
    const event = { id: newId(), bookingId, at, actor: 'system', fromStatus: booking.status, toStatus: booking.status }
    const note = `Nobody accepted it within ${escalateAfterMs / minutes(1)} minutes of the payment`
    await tx
      .insertInto('bookingEvents')
      .values({ ...event, note })
      .execute()
    await enqueue(
      tx,
      now,
      await jobsForEscalation(services, tx, booking, { change: 'escalated', id: event.id, revision: booking.revision }),
    )
    return true
  })
