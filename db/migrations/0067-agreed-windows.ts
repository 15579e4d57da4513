import { type Kysely, PostgresAdapter, sql } from 'kysely'

/**
 * A window that is agreed after an engineer was at the door, or after a visit was over, is a promise of its own: what happened before
 * `visit_agreed_at` neither keeps nor breaks it, and missing it gives a row beside that of an earlier window.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table bookings add column visit_agreed_at text`.execute(db)
  if (db.getExecutor().adapter instanceof PostgresAdapter) {
    await sql`alter table credits drop constraint credits_booking_id_promise_key`.execute(db)
    await sql`alter table credits add constraint credits_once unique (booking_id, promise, missed_at)`.execute(db)
    return
  }
  await sql`create table credits_after (
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
    unique (booking_id, promise, missed_at),
    check ((withdrawn_at is null) = (withdrawn_by is null) and (withdrawn_at is null) = (withdrawn_reason is null))
  )`.execute(db)
  const columns = sql.raw(
    'id, booking_id, promise, missed_at, amount_pence, refund_id, reason, created_at, withdrawn_at, withdrawn_by, withdrawn_reason',
  )
  await sql`insert into credits_after (${columns}) select ${columns} from credits`.execute(db)
  await sql`drop table credits`.execute(db)
  await sql`alter table credits_after rename to credits`.execute(db)
}
