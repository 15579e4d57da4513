import { type Kysely, sql } from 'kysely'

/** When the engineer on the way expects to be there, by their own estimate. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table bookings add column expected_at text`.execute(db)
}
