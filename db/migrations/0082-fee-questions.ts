import { type Kysely, sql } from 'kysely'

/** No-access fees of waits that reached us only afterwards: staff decide whether the customer is charged, each once. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table fee_questions (
    id text primary key,
    booking_id text not null references bookings (id) on delete cascade,
    amount_pence integer not null check (amount_pence > 0),
    counts_from text not null,
    left_at text not null,
    raised_at text not null,
    settled_at text,
    settled_by text,
    decision text check (decision in ('charged', 'waived')),
    check ((settled_at is null) = (settled_by is null) and (settled_at is null) = (decision is null))
  )`.execute(db)
  await sql`create unique index fee_questions_open on fee_questions (booking_id) where settled_at is null`.execute(db)
  await sql`create index fee_questions_booking on fee_questions (booking_id)`.execute(db)
}
