import { data } from 'react-router'
import { readTrackedBooking } from '#app/features/booking/reads.server.ts'
import { BookingNotFound } from '#app/features/booking/schema.ts'
import type { Services } from '#app/platform/services.ts'

/** Private pages: kept by no cache, found by no search engine, and their address is told to no other site. */
export const privateHeaders = {
  'Cache-Control': 'private, no-store',
  'X-Robots-Tag': 'noindex, nofollow',
  'Referrer-Policy': 'same-origin',
}

/** The booking of a private link; a 404 page when there is none. */
export async function trackedOr404(services: Services, token: string) {
  try {
    return await readTrackedBooking(services, token)
  } catch (error) {
    if (error instanceof BookingNotFound) throw data(null, { status: 404, headers: privateHeaders })
    throw error
  }
}
