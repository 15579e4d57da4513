import { readTrackedBooking } from '#app/features/booking/read-booking.server.ts'
import { BookingNotFound } from '#app/features/booking/refusals.ts'
import { readFee } from '#app/features/priority-fee/read-fee.server.ts'
import { isMailed } from '#app/features/tracking/mailed-bookings.server.ts'
import { shownOf } from '#app/features/tracking/track-view.server.ts'
import { notFound } from '#app/platform/refused-page.ts'
import type { Services } from '#app/platform/services.ts'

/**
 * What the confirmation shows of its booking, and nothing else: whoever has the address can ask for its data too. A 404 page when there
 * is none.
 */
export async function shownOr404(services: Services, token: string) {
  const { booking } = await trackedOr404(services, token)
  return { ...shownOf(booking), fee: await readFee(services, booking), isMailed: await isMailed(services, booking) }
}

/** The booking of a private link; a 404 page when there is none. */
export const trackedOr404 = (services: Services, token: string) => or404(readTrackedBooking(services, token))

/** What is read of a private link; a 404 page when there is no such booking. */
export async function or404<Read>(read: Promise<Read>): Promise<Read> {
  try {
    return await read
  } catch (error) {
    if (error instanceof BookingNotFound) throw notFound()
    throw error
  }
}
