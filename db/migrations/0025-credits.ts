import { type Kysely, sql } from 'kysely'

/** Promises to customers that were missed, and what each gives them: a row from the moment at which it is known, at most one for each promise of a booking. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table credits (
    id text primary key,
    booking_id text not null references bookings (id) on delete cascade,
    promise text not null check (promise in ('call', 'dispatch', 'window')),
    missed_at text not null,
    amount_pence integer not null check (amount_pence >= 0),
    refund_id text references refunds (id),
    reason text not null,
    created_at text not null,
    withdrawn_at text,
    withdrawn_by text,
    withdrawn_reason text check (length(withdrawn_reason) between 1 and 1000),
    unique (booking_id, promise),
    check ((withdrawn_at is null) = (withdrawn_by is null) and (withdrawn_at is null) = (withdrawn_reason is null))
  )`.execute(db)
  // Windows that we moved ourselves are judged by their first end.
  await sql`create index bookings_late_after on bookings (late_after) where late_after is not null`.execute(db)
}
