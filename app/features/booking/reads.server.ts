import type { Selectable } from 'kysely'
import { hashOf } from '#app/platform/ids.ts'
import type { Services } from '#app/platform/services.ts'
import type { BookingEventsTable, BookingsTable } from '#db/tables.ts'
import { BookingNotFound } from './schema.ts'

export type Booking = Selectable<BookingsTable>
export type BookingEvent = Selectable<BookingEventsTable>

/** The booking of a private link, with its history, oldest first. Throws `BookingNotFound`. */
export async function readTrackedBooking(services: Services, token: string): Promise<{ booking: Booking; events: BookingEvent[] }> {
  const booking = await services.db.selectFrom('bookings').selectAll().where('trackingTokenHash', '=', hashOf(token)).executeTakeFirst()
  if (!booking) throw new BookingNotFound()
  const events = await services.db.selectFrom('bookingEvents').selectAll().where('bookingId', '=', booking.id).orderBy('id').execute()
  return { booking, events }
}

/** A booking by its id. Throws `BookingNotFound`. */
export async function readBooking(services: Services, id: string): Promise<Booking> {
  const booking = await services.db.selectFrom('bookings').selectAll().where('id', '=', id).executeTakeFirst()
  if (!booking) throw new BookingNotFound()
  return booking
}
