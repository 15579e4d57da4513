import { type Kysely, sql } from 'kysely'

/** Bookings, their history, drafts of the form without JavaScript, Red Line slots, and the submit limit. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table bookings (
    id text primary key,
    reference text not null unique,
    idempotency_key text not null unique,
    content_hash text not null,
    status text not null check (status in ('awaiting_payment', 'received', 'confirmed', 'assigned', 'en_route', 'arrived',
      'completed', 'cancelled', 'no_access', 'expired')),
    service_level text not null check (service_level in ('standard', 'redline')),
    channel text not null check (channel in ('online', 'phone')),
    name text not null,
    phone text not null,
    email text not null,
    service text not null,
    description text not null,
    address text not null,
    access_notes text not null,
    site_contact text not null,
    vulnerable_occupant integer not null check (vulnerable_occupant in (0, 1)),
    postcode text not null,
    borough text,
    in_area integer not null check (in_area in (0, 1)),
    preferred_date text,
    slot_starts_at text,
    slot_ends_at text,
    promised_from text not null,
    promised_until text not null,
    estimate_pence integer not null check (estimate_pence >= 0),
    priority_fee_pence integer not null check (priority_fee_pence >= 0),
    frozen_terms text not null,
    late integer not null check (late in (0, 1)),
    suspected_spam integer not null check (suspected_spam in (0, 1)),
    payment_due_at text,
    tracking_token_hash text not null unique,
    tracking_key_id text not null,
    tracking_revocations integer not null,
    triggered_from text not null,
    submitted_at text not null,
    created_at text not null,
    check ((slot_starts_at is null) = (slot_ends_at is null)),
    check ((status = 'awaiting_payment') <= (payment_due_at is not null))
  )`.execute(db)
  await sql`create index bookings_unpaid on bookings (payment_due_at) where status = 'awaiting_payment'`.execute(db)
  await sql`create index bookings_created on bookings (created_at)`.execute(db)

  await sql`create table booking_events (
    id text primary key,
    booking_id text not null references bookings (id) on delete cascade,
    at text not null,
    actor text not null,
    from_status text,
    to_status text not null,
    note text not null
  )`.execute(db)
  await sql`create index booking_events_booking on booking_events (booking_id, id)`.execute(db)

  await sql`create table booking_drafts (
    id_hash text primary key,
    answers text not null,
    idempotency_key text not null unique,
    booking_id text references bookings (id) on delete cascade,
    expires_at text not null
  )`.execute(db)
  await sql`create index booking_drafts_expiry on booking_drafts (expires_at)`.execute(db)

  // A sixth slot is impossible: five numbers a day, one row each.
  await sql`create table redline_slots (
    day text not null,
    slot integer not null check (slot between 1 and 5),
    booking_id text not null unique references bookings (id),
    held_until text,
    primary key (day, slot)
  )`.execute(db)

  await sql`create table rate_limits (
    key text primary key,
    turns text not null,
    expires_at text not null
  )`.execute(db)
  await sql`create index rate_limits_expiry on rate_limits (expires_at)`.execute(db)
}
