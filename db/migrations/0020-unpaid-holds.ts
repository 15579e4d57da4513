import { type Kysely, sql } from 'kysely'

/** The client that an unpaid Red Line slot is held for: a keyed hash of its address. None once it is sold. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table redline_slots add column client_key text`.execute(db)
}
