import type { Kysely, Selectable } from 'kysely'
import type { BookingsTable, Tables } from '#db/tables.ts'

/**
 * The booking's row, locked until the transaction ends; undefined where there is none. Whatever moves money for a booking locks it
 * first, before slots, checkouts and payments: two such things follow one another, and never wait for each other.
 */
export const lockBooking = (tx: Kysely<Tables>, bookingId: string): Promise<Selectable<BookingsTable> | undefined> =>
  tx
    .updateTable('bookings')
    .set((eb) => ({ id: eb.ref('id') }))
    .where('id', '=', bookingId)
    .returningAll()
    .executeTakeFirst()
