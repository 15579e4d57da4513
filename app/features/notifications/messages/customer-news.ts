import type { Booking } from '#app/features/booking/read-booking.server.ts'
import type { BusinessDetails } from '#content/business.ts'

/** What every message to a customer is made from. */
export interface CustomerNews {
  /** Without the links that a stranger may have typed (without-links.ts). */
  booking: Booking
  /** The booking's private link. */
  trackingUrl: string
  details: BusinessDetails
}

/** How to change or cancel. A visit for a later slot is no urgent one: the law gives 14 days to cancel it (terms, other work). */
export function changingItems({ booking, trackingUrl, details: { emergencyPhone } }: CustomerNews): string[] {
  const termsUrl = `${new URL(trackingUrl).origin}/terms`
  const free = `Follow the link above, or ring ${emergencyPhone.text} and name the reference. Until the engineer sets out it is free. Our terms: ${termsUrl}`
  const later = 'You booked a visit for later: you may also cancel without a reason within 14 days of our confirming it.'
  return booking.slotStartsAt ? [free, `${later} How, and a form for it: ${termsUrl}#other-work`] : [free]
}
