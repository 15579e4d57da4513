import { type Kysely, sql } from 'kysely'

/** When a customer came back from paying a bill, before the provider said that it was paid. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table checkouts add column returned_at text`.execute(db)
}
