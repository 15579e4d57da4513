import { type Kysely, sql } from 'kysely'

/** Reviews of bookings that one of us could have read the private link of. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table reviews add column is_own integer not null default 0 check (is_own in (0, 1))`.execute(db)
}
