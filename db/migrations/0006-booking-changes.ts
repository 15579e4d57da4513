import { type Kysely, sql } from 'kysely'

/** Changes to a booking by its customer: how often its time was changed, the kind of event, and messages. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table bookings add column revision integer not null default 0 check (revision >= 0)`.execute(db)
  await sql`alter table bookings add column revised_at text`.execute(db)
  await sql`alter table booking_events add column kind text not null default 'status'
    check (kind in ('status', 'rescheduled', 'cancelled'))`.execute(db)

  await sql`create table booking_messages (
    id text primary key,
    booking_id text not null references bookings (id) on delete cascade,
    idempotency_key text not null unique,
    at text not null,
    sender text not null check (sender in ('customer', 'staff')),
    actor text not null,
    text text not null check (length(text) between 1 and 1000)
  )`.execute(db)
  await sql`create index booking_messages_booking on booking_messages (booking_id, id)`.execute(db)
}
