import { type Kysely, sql } from 'kysely'

/** Bookings of businesses, and customers who expressly asked us to start within the period in which they may cancel. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table bookings add column for_business integer not null default 0 check (for_business in (0, 1))`.execute(db)
  await sql`alter table bookings add column start_asked_at text`.execute(db)
  await sql`alter table bookings add column start_asked_by text`.execute(db)
}
