import type { Kysely } from 'kysely'
import type { Tables } from '#db/tables.ts'
import { readNameOf } from './history.server.ts'

/** Staff's notes about a booking, oldest first, with their authors' names. */
export async function readNotes(db: Kysely<Tables>, bookingId: string) {
  const notes = await db.selectFrom('bookingNotes').selectAll().where('bookingId', '=', bookingId).orderBy('id').execute()
  const nameOf = await readNameOf(
    db,
    notes.map(({ actor }) => actor),
  )
  return notes.map(({ id, at, actor, text }) => ({ id, at, text, by: nameOf(actor) }))
}
