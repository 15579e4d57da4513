import { type Kysely, sql } from 'kysely'

/** What customers ask for when they aren't satisfied with a visit, and what was decided. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table satisfaction_requests (
    id text primary key,
    booking_id text not null unique references bookings (id) on delete cascade,
    asked_at text not null,
    asked_by text not null,
    wish text not null check (wish in ('put_right', 'refund')),
    words text not null default '',
    decided_at text,
    decided_by text,
    outcome text check (outcome in ('full', 'part')),
    credited_pence integer check (credited_pence >= 0),
    refund_pence integer check (refund_pence between 0 and credited_pence),
    reasons text not null default '',
    check ((decided_at is null) = (outcome is null))
  )`.execute(db)
  await sql`create index satisfaction_requests_open on satisfaction_requests (asked_at) where decided_at is null`.execute(db)
  await sql`create index satisfaction_requests_decided on satisfaction_requests (decided_at) where decided_at is not null`.execute(db)
}
