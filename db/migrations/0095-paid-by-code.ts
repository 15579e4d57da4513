import { type Kysely, sql } from 'kysely'

/** Whether a bill's payment page was opened from the code on an engineer's phone, so that it leads back there and has no email address. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table checkouts add column by_code integer not null default 0 check (by_code in (0, 1))`.execute(db)
}
