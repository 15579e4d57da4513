import { type Kysely, sql } from 'kysely'

/**
 * When a booking's customer proved that we can reach them, and bookings without a place in the plan, whose time is still to be agreed.
 * Bookings from before count as proven.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table bookings add column proven_at text`.execute(db)
  await sql`alter table bookings add column to_agree integer not null default 0 check (to_agree in (0, 1))`.execute(db)
  await sql`update bookings set proven_at = created_at`.execute(db)
  await sql`create index bookings_unproven on bookings (promised_until) where proven_at is null`.execute(db)
}
