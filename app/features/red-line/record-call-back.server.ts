import { actOnBooking } from '#app/features/booking/act-on-booking.server.ts'
import type { Services } from '#app/platform/services.ts'
import { toInstant } from '#app/values/clock.ts'

/**
 * Removes a booking from the call-back list: staff have called. The caller has checked that `staffId` is staff. The first of two calls
 * counts; nothing happens if the booking is no longer an unpaid one.
 */
export async function recordCallBack(services: Services, staffId: string, bookingId: string): Promise<void> {
  await actOnBooking(services, { bookingId, actor: staffId }, async (tx, { booking, now }) => {
    if (booking.status !== 'expired') return undefined
    const rung = await tx
      .insertInto('callBacks')
      .values({ bookingId, rungAt: toInstant(now), rungBy: staffId })
      .onConflict((conflict) => conflict.column('bookingId').doNothing())
      .returning('bookingId')
      .executeTakeFirst()
    return rung && { action: 'booking.call-back' }
  })
}
