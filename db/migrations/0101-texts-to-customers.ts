import { type Kysely, sql } from 'kysely'

/** How a customer wants to hear from us, and the short private link that fits into a text; bookings from before have none. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table bookings add column contact_by text not null default 'both' check (contact_by in ('both', 'text', 'email'))`.execute(
    db,
  )
  // Earlier customers weren't asked.
  await sql`update bookings set contact_by = 'email'`.execute(db)
  await sql`alter table bookings add column texts_once_proven integer not null default 0 check (texts_once_proven in (0, 1))`.execute(db)
  await sql`alter table bookings add column short_token_hash text`.execute(db)
  await sql`create unique index bookings_short_token_hash on bookings (short_token_hash)`.execute(db)
}
