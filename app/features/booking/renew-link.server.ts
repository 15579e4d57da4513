import { recordAudit } from '#app/platform/audit.ts'
import { minutes } from '#app/platform/clock.ts'
import { enqueue } from '#app/platform/jobs.ts'
import type { RateLimit } from '#app/platform/rate-limit.ts'
import type { Services } from '#app/platform/services.ts'
import { type Act, inTurn } from './change-booking.server.ts'
import { renewedLink } from './tracking.server.ts'

export const renewLimit: RateLimit<'booking-link'> = { name: 'booking-link', turns: 3, windowMs: minutes(10) }

/**
 * Gives a booking a new private link: the old one leads nowhere from then on. The new one goes to the booking's own address and to nobody
 * else, since whoever asks may be the very person who should not have the old one. Of two at once, one renews. Throws `TooManySubmits` or
 * `BookingNotFound`.
 */
export async function renewLink(services: Services, { bookingId, actor, clientKey }: Omit<Act, 'seen'>): Promise<void> {
  const limits = [[renewLimit, clientKey] as const, [renewLimit, bookingId] as const]
  await inTurn<undefined>(services, { bookingId, limits }, async (tx, { booking, now }) => {
    const renewed = await tx
      .updateTable('bookings')
      .set(renewedLink(services.secrets, booking))
      .where('id', '=', bookingId)
      .where('trackingRevocations', '=', booking.trackingRevocations)
      .where('erasedAt', 'is', null)
      .returning('id')
      .executeTakeFirst()
    if (renewed) {
      await recordAudit(tx, now, { actor, action: 'booking.renew-link', subject: bookingId })
      await enqueue(tx, now, [{ kind: 'customer-new-link', payload: { bookingId } }])
    }
    return { done: undefined }
  })
  services.jobsAdded()
}
