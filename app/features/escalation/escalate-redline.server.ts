import { actOnBooking } from '#app/features/booking/act-on-booking.server.ts'
import { mayTake } from '#app/features/booking/lifecycle.ts'
import { days, later, minutes, toInstant } from '#app/platform/clock.ts'
import type { Services } from '#app/platform/services.ts'
import { escalateAfterMs } from './redline-clock.ts'

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
  return count
}

const escalate = async (services: Services, bookingId: string): Promise<boolean> =>
  (await actOnBooking<true>(services, { bookingId, actor: 'system' }, async (_tx, { booking, now }) => {
    if (!mayTake('clock', 'escalate', booking.status) || booking.acceptedAt || booking.escalatedAt) return undefined
    return {
      set: { escalatedAt: toInstant(now) },
      isUnseen: true,
      event: { note: `Nobody accepted it within ${escalateAfterMs / minutes(1)} minutes of the payment` },
      announces: 'escalated',
      result: true,
    }
  })) ?? false
