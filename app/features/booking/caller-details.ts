import { phoneText } from '#app/platform/uk.ts'
import type { Booking } from './read-booking.server.ts'

/** Details that stay the same for a customer's next visit, by form field. */
export const callerDetails = (booking: Booking): Record<string, string> => ({
  name: booking.name,
  phone: booking.phone && phoneText(booking.phone),
  email: booking.email,
  address: booking.address,
  postcode: booking.postcode,
  borough: booking.postcode ? '' : (booking.borough ?? ''),
  accessNotes: booking.accessNotes,
  siteContact: booking.siteContact,
  vulnerableOccupant: booking.vulnerableOccupant ? 'yes' : '',
  contactBy: booking.contactBy,
  forBusiness: booking.forBusiness ? 'yes' : '',
})
