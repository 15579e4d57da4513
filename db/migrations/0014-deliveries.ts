import { type Kysely, sql } from 'kysely'

/** What staff read of what was sent: by kind and state, newest first; and which job took up what one had given up. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table jobs add column replayed_as text`.execute(db)
  await sql`create index jobs_listed on jobs (kind, state, created_at, id)`.execute(db)
}
