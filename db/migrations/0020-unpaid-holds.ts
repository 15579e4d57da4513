import { type Kysely, sql } from 'kysely'

/** For whom an unpaid Red Line slot is held: a keyed hash of the address it was asked from. None once it is sold. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table redline_slots add column client_key text`.execute(db)
}
