import { type Kysely, sql } from 'kysely'

/** Credits for a late arrival of which an engineer's phone reported afterwards that it was in time: staff decide, each once. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // No reference to `credits`: a later migration makes that table again.
  await sql`create table credit_doubts (
    credit_id text primary key,
    booking_id text not null references bookings (id) on delete cascade,
    arrived_at text not null,
    raised_at text not null,
    settled_at text,
    settled_by text,
    check ((settled_at is null) = (settled_by is null))
  )`.execute(db)
  await sql`create index credit_doubts_open on credit_doubts (raised_at) where settled_at is null`.execute(db)
  await sql`create index credit_doubts_booking on credit_doubts (booking_id)`.execute(db)
}
