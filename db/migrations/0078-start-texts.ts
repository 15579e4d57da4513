import { type Kysely, sql } from 'kysely'

/** A customer's request to start extra work now, in the words that they ticked. Earlier requests have none: those words weren't stored. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table extra_works add column start_text text check (length(start_text) <= 500)`.execute(db)
}
