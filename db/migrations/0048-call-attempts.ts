import { type Kysely, sql } from 'kysely'

/** Each time that an engineer at the door tried to reach a customer who did not answer. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table call_attempts (
    id text primary key,
    booking_id text not null references bookings (id) on delete cascade,
    idempotency_key text not null,
    at text not null,
    actor text not null,
    note text not null check (length(note) <= 300),
    unique (booking_id, idempotency_key)
  )`.execute(db)
}
