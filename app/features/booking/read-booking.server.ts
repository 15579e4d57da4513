import type { ExpressionBuilder, ExpressionWrapper, Kysely, Selectable, SqlBool } from 'kysely'
import { answersTogether, oneFor } from '#app/platform/batches.ts'
import type { Services } from '#app/platform/services.ts'
import { later } from '#app/values/clock.ts'
import { hashOf } from '#app/values/ids.ts'
import type { BookingEventsTable, BookingMessagesTable, BookingsTable } from '#db/tables/booking.ts'
import type { Tables } from '#db/tables.ts'
import { readNameOf } from './history.server.ts'
import { nearMs, statusesAt } from './lifecycle.ts'
import { BookingNotFound } from './refusals.ts'

export type Booking = Selectable<BookingsTable>
export type BookingEvent = Selectable<BookingEventsTable>
export type BookingMessage = Selectable<BookingMessagesTable>

/** The booking of a private link, with its history, oldest first. Throws `BookingNotFound`. */
export async function readTrackedBooking(services: Services, token: string): Promise<{ booking: Booking; events: BookingEvent[] }> {
  const booking = await services.db.selectFrom('bookings').selectAll().where('trackingTokenHash', '=', hashOf(token)).executeTakeFirst()
  if (!booking) throw new BookingNotFound()
  return { booking, events: await readHistory(services.db, booking.id) }
}

/** The booking of a short link. Throws `BookingNotFound`. */
export async function readBookingOfShortLink({ db }: Pick<Services, 'db'>, code: string): Promise<Booking> {
  const booking = await db.selectFrom('bookings').selectAll().where('shortTokenHash', '=', hashOf(code)).executeTakeFirst()
  if (!booking) throw new BookingNotFound()
  return booking
}

/** The history of a booking, oldest first. */
export const readHistory = (db: Kysely<Tables>, bookingId: string): Promise<BookingEvent[]> =>
  db.selectFrom('bookingEvents').selectAll().where('bookingId', '=', bookingId).orderBy('id').execute()

/** Messages between customer and staff about a booking, oldest first. */
export const readMessages = (db: Kysely<Tables>, bookingId: string): Promise<BookingMessage[]> =>
  db.selectFrom('bookingMessages').selectAll().where('bookingId', '=', bookingId).orderBy('id').execute()

/** A booking by its id. Throws `BookingNotFound`. */
export async function readBooking(services: Pick<Services, 'db'>, id: string): Promise<Booking> {
  const booking = await services.db.selectFrom('bookings').selectAll().where('id', '=', id).executeTakeFirst()
  if (!booking) throw new BookingNotFound()
  return booking
}

/** The same for many concurrent readers: one statement for all. Throws `BookingNotFound`. */
export const readBookingTogether = ({ db }: Pick<Services, 'db'>, id: string): Promise<Booking> => readerOf(db)(id)

const readerOf = oneFor((db: Kysely<Tables>) =>
  answersTogether<string, Booking>(async (ids) => {
    const rows = await db.selectFrom('bookings').selectAll().where('id', 'in', ids).execute()
    const byId = new Map(rows.map((booking) => [booking.id, booking]))
    return ids.map((id) => byId.get(id) ?? new BookingNotFound())
  }),
)

/** The bookings of an address that its owner has confirmed, newest first, at most `limit` if given. */
export async function readBookingsOf({ db }: Pick<Services, 'db'>, email: string, limit?: number): Promise<Booking[]> {
  return db
    .selectFrom('bookings')
    .selectAll()
    .where(({ eb, fn }) => eb(fn<string>('lower', ['email']), '=', email))
    .orderBy('createdAt', 'desc')
    .$if(limit !== undefined, (query) => query.limit(limit ?? 0))
    .execute()
}

/** Inside a query of bookings: Red Line jobs, and dangerous ones whose window is near, that no engineer has. */
export const isWithoutEngineer = (eb: ExpressionBuilder<Tables, 'bookings'>, now: Date): ExpressionWrapper<Tables, 'bookings', SqlBool> =>
  eb.and([
    eb('engineerId', 'is', null),
    eb('status', 'in', statusesAt('waiting', 'accepted')),
    eb('erasedAt', 'is', null),
    eb.or([eb('serviceLevel', '=', 'redline'), eb.and([eb('dangers', '!=', ''), eb('promisedFrom', '<=', later(now, nearMs))])]),
  ])

/** The urgent jobs that no engineer has, the earliest deadline first. */
export const jobsWithoutEngineer = (db: Kysely<Tables>, now: Date) =>
  db
    .selectFrom('bookings')
    .selectAll()
    .where((eb) => isWithoutEngineer(eb, now))
    .orderBy('promisedUntil')
    .orderBy('id')

/** Staff's notes about a booking, oldest first, with their authors' names. */
export async function readNotes(db: Kysely<Tables>, bookingId: string) {
  const notes = await db.selectFrom('bookingNotes').selectAll().where('bookingId', '=', bookingId).orderBy('id').execute()
  const nameOf = await readNameOf(
    db,
    notes.map(({ actor }) => actor),
  )
  return notes.map(({ id, at, actor, text }) => ({ id, at, text, by: nameOf(actor) }))
}
