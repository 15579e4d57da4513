import { type Kysely, sql } from 'kysely'

/** Contracts that customers cancelled by their legal right once work had begun, and what was refunded. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table cancellations (
    id text primary key,
    booking_id text not null references bookings (id) on delete cascade,
    work_id text references extra_works (id) on delete cascade,
    received_at text not null,
    received_by text not null,
    name text not null,
    address text not null,
    most_pence integer not null check (most_pence >= 0),
    settled_at text,
    settled_by text,
    kept_pence integer check (kept_pence between 0 and most_pence),
    refund_pence integer check (refund_pence >= 0),
    reasons text not null default '',
    check ((settled_at is null) = (kept_pence is null))
  )`.execute(db)
  await sql`create unique index cancellations_of_visits on cancellations (booking_id) where work_id is null`.execute(db)
  await sql`create unique index cancellations_of_works on cancellations (work_id) where work_id is not null`.execute(db)
  await sql`create index cancellations_of_bookings on cancellations (booking_id)`.execute(db)
  await sql`create index cancellations_open on cancellations (received_at) where settled_at is null`.execute(db)
  await sql`create index cancellations_settled on cancellations (settled_at) where settled_at is not null`.execute(db)
}
