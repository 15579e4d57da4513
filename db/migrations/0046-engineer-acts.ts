import { type Kysely, sql } from 'kysely'

/**
 * What an engineer's phone reported, once for each key: when it happened by the phone, what counts, and what became of it. A refused one
 * is kept until the engineer has read why. Without a booking: it was none of theirs.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table engineer_acts (
    key text primary key,
    engineer_id text not null references engineers (id) on delete cascade,
    booking_id text references bookings (id) on delete cascade,
    kind text not null,
    at text not null,
    phone_at text,
    correction text check (correction in ('clock', 'bounds')),
    received_at text not null,
    refusal text,
    dismissed_at text
  )`.execute(db)
  await sql`create index engineer_acts_refused on engineer_acts (engineer_id) where refusal is not null and dismissed_at is null`.execute(
    db,
  )
  await sql`create index engineer_acts_booking on engineer_acts (booking_id)`.execute(db)
}
