import { type Booking, readBooking } from '#app/features/booking/read-booking.server.ts'
import type { Services } from '#app/platform/services.ts'
import { normalisePhone, phoneText } from '#app/platform/uk.ts'
import { cardOf } from './board-view.ts'
import { readBookingsOfCustomer } from './search-bookings.server.ts'

/** Of a caller at most so many bookings are shown while one is typed. */
const mostShown = 3

/**
 * Who is calling, by a phone number or email address as it is typed: what their last booking says of them, as the form of a booking has it,
 * and their newest bookings. Undefined where no one has booked with either.
 */
export async function readKnownCaller(services: Services, { phone = '', email = '' }: { phone?: string; email?: string }) {
  const found = await readBookingsOfCustomer(services, {
    phone: normalisePhone(phone.slice(0, 40)) ?? '',
    email: email.includes('@') ? email.slice(0, 254).trim() : '',
  })
  const bookings = found.filter(({ suspectedSpam, closedAs }) => suspectedSpam === 0 && closedAs !== 'spam')
  const [last] = bookings
  if (!last) return undefined
  const now = services.clock.now()
  return {
    details: callerDetails(await readBooking(services, last.id)),
    count: bookings.length,
    bookings: bookings.slice(0, mostShown).map((row) => cardOf(row, { now })),
  }
}

export type KnownCaller = NonNullable<Awaited<ReturnType<typeof readKnownCaller>>>

/** What is the same at a customer's next visit, by the names of the form's fields. */
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
})
