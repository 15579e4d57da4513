import { callerDetails } from '#app/features/booking/caller-details.ts'
import { readBooking } from '#app/features/booking/read-booking.server.ts'
import { normaliseEmail } from '#app/platform/email.ts'
import type { Services } from '#app/platform/services.ts'
import { normalisePhone } from '#app/platform/uk.ts'
import { readEngineerNames } from './board-queries.server.ts'
import { cardOf } from './card.ts'
import { readOnlyRecord } from './read-records.server.ts'
import { readBookingsOfCustomer } from './search-bookings.server.ts'

/** The most bookings shown of a caller while typing. */
const mostShown = 3

/**
 * Finds a caller by the typed phone number or email address: their details from their last booking, as form fields, and their newest
 * bookings. Undefined if no one has booked with either.
 */
export async function readKnownCaller(services: Services, { phone = '', email = '' }: { phone?: string; email?: string }) {
  const found = await readBookingsOfCustomer(services, {
    phone: normalisePhone(phone) ?? '',
    email: normaliseEmail(email) ?? '',
  })
  const bookings = found.filter(({ closedAs }) => closedAs !== 'spam')
  const [last] = bookings
  if (!last) return undefined
  const now = services.clock.now()
  const names = await readEngineerNames(services.db)
  return {
    details: callerDetails(await readBooking(services, last.id)),
    count: bookings.length,
    record: await readOnlyRecord(
      services.db,
      bookings.map(({ id }) => id),
    ),
    bookings: bookings.slice(0, mostShown).map((row) => cardOf(row, { now, names })),
  }
}

export type KnownCaller = NonNullable<Awaited<ReturnType<typeof readKnownCaller>>>
