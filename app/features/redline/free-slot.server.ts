import type { Transaction } from 'kysely'
import type { Tables } from '#db/tables.ts'

/** Gives the Red Line slot of a booking back to its day, in the caller's transaction; nothing where it has none. */
export async function freeSlot(tx: Transaction<Tables>, bookingId: string): Promise<void> {
  await tx.deleteFrom('redlineSlots').where('bookingId', '=', bookingId).execute()
}
