import { data } from 'react-router'
import { readTrackedBooking } from '#app/features/booking/reads.server.ts'
import { BookingNotFound } from '#app/features/booking/schema.ts'
import type { FrozenTerms } from '#app/features/pricing/rules.ts'
import type { Services } from '#app/platform/services.ts'

/** Private pages: kept by no cache, found by no search engine, and their address is told to no other site. */
export const privateHeaders = {
  'Cache-Control': 'private, no-store',
  'X-Robots-Tag': 'noindex, nofollow',
  'Referrer-Policy': 'same-origin',
}

/**
 * What the pages of a private link show of its booking, and nothing else: whoever has the address can ask for their data too. A 404
 * page when there is none.
 */
export async function shownOr404(services: Services, token: string) {
  const { booking, events } = await trackedOr404(services, token)
  const { reference, status, inArea, email, serviceLevel, service, address, postcode, borough, description } = booking
  const { promisedFrom, promisedUntil, slotStartsAt } = booking
  const what = { serviceLevel, service, address, postcode, borough, description }
  const { estimate, priorityFeePence, offer } = JSON.parse(booking.frozenTerms) as FrozenTerms
  return {
    booking: { reference, status, inArea, email, ...what, promisedFrom, promisedUntil, slotStartsAt },
    events: events.map(({ id, at, toStatus }) => ({ id, at, toStatus })),
    terms: { estimate, priorityFeePence, offer },
  }
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
