import { type Kysely, sql } from 'kysely'

/**
 * The board: engineers and their shifts, who has a job, notes of staff, and every act of staff on a booking with what it
 * was before and after, so that two people never overwrite each other and the last act can be taken back.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table engineers (
    id text primary key,
    name text not null check (length(name) between 2 and 100),
    phone text not null,
    gas_safe_number text check (length(gas_safe_number) = 7),
    base text not null,
    retired_at text,
    created_at text not null
  )`.execute(db)

  await sql`create table shifts (
    id text primary key,
    engineer_id text not null references engineers (id),
    starts_at text not null,
    ends_at text not null check (ends_at > starts_at),
    unique (engineer_id, starts_at)
  )`.execute(db)
  await sql`create index shifts_time on shifts (ends_at, starts_at)`.execute(db)

  await sql`alter table bookings add column engineer_id text references engineers (id)`.execute(db)
  await sql`alter table bookings add column version integer not null default 0 check (version >= 0)`.execute(db)
  await sql`alter table bookings add column accepted_at text`.execute(db)
  await sql`alter table bookings add column escalated_at text`.execute(db)
  await sql`alter table bookings add column late_after text`.execute(db)
  // The board's columns and Red Line that no one has accepted, one engineer's day, a day of all, and what staff search by. Not a partial
  // index by status: SQLite uses none where the statuses come as parameters.
  await sql`create index bookings_status on bookings (status, promised_from)`.execute(db)
  await sql`create index bookings_engineer on bookings (engineer_id, promised_from) where engineer_id is not null`.execute(db)
  await sql`create index bookings_promised on bookings (promised_from)`.execute(db)
  await sql`create index bookings_phone on bookings (phone)`.execute(db)
  await sql`create index bookings_postcode on bookings (postcode)`.execute(db)
  await sql`create index bookings_name on bookings (lower(name))`.execute(db)

  // Who waits to pay or did not, and all payments of a booking.
  await sql`create index bookings_payment_due on bookings (payment_due_at) where payment_due_at is not null`.execute(db)
  await sql`create index payments_of_booking on payments (booking_id)`.execute(db)

  await sql`create table booking_notes (
    id text primary key,
    booking_id text not null references bookings (id) on delete cascade,
    idempotency_key text not null unique,
    at text not null,
    actor text not null,
    text text not null check (length(text) between 1 and 1000)
  )`.execute(db)
  await sql`create index booking_notes_booking on booking_notes (booking_id, id)`.execute(db)

  // No lost update: a version of a booking is made by one act.
  await sql`create table staff_acts (
    id text primary key,
    booking_id text not null references bookings (id) on delete cascade,
    version integer not null,
    at text not null,
    actor text not null,
    act text not null check (act in ('accept', 'assign', 'promise', 'advance', 'cancel', 'edit', 'undo', 'take')),
    text text not null,
    before text not null,
    after text not null,
    press_hash text not null,
    undone_at text,
    unique (booking_id, version)
  )`.execute(db)
}
