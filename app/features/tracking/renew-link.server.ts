import { actOnBooking, type CustomerAct } from '#app/features/booking/act-on-booking.server.ts'
import { renewedLink } from '#app/features/booking/private-link.server.ts'
import { ChangeRefused } from '#app/features/booking/refusals.ts'
import { limits } from '#app/platform/limits.ts'
import type { Services } from '#app/platform/services.ts'

/**
 * Replaces a booking's private link: the old one stops working. The new one goes only to the booking's own address, since the person asking
 * may be the one who should not have the old one. Throws `ChangeRefused` if there is no address, `TooManySubmits` or `BookingNotFound`.
 */
export async function renewLink(services: Services, { bookingId, actor, clientKey }: CustomerAct): Promise<void> {
  const turns = [[limits.renewLink, clientKey] as const, [limits.renewLink, bookingId] as const]
  await actOnBooking(services, { bookingId, actor, limits: turns }, async (_tx, { booking }) => {
    if (booking.erasedAt) return undefined
    // Staff may have removed it since the page was loaded.
    if (booking.email === '')
      throw new ChangeRefused('We don’t have an email address for you, so we can’t send a new link. Please call us.')
    return {
      set: renewedLink(services.secrets, booking),
      isUnseen: true,
      action: 'booking.renew-link',
      // It has no event of its own.
      announces: { occasion: 'new_link', id: bookingId },
    }
  })
}
