import { type Kysely, sql } from 'kysely'

/**
 * Fees that arise from how a visit went, as rows until the bill takes them; who asked for a refund and why; and each rung of the ladder by
 * which a booking that no one sees to is reported, once.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table charges (
    id text primary key,
    booking_id text not null references bookings (id) on delete cascade,
    kind text not null check (kind in ('no_access', 'make_safe', 'late_cancellation', 'priority_fee')),
    amount_pence integer not null check (amount_pence > 0),
    reason text not null,
    arisen_at text not null,
    arisen_by text not null,
    withdrawn_at text,
    withdrawn_by text,
    withdrawn_reason text check (length(withdrawn_reason) between 1 and 1000),
    check ((withdrawn_at is null) = (withdrawn_by is null) and (withdrawn_at is null) = (withdrawn_reason is null))
  )`.execute(db)
  // A fee arises once; a withdrawn one may arise again.
  await sql`create unique index charges_once on charges (booking_id, kind) where withdrawn_at is null`.execute(db)

  await sql`alter table refunds add column asked_by text`.execute(db)
  await sql`alter table refunds add column note text check (length(note) between 1 and 300)`.execute(db)

  await sql`create table escalations (
    id text primary key,
    booking_id text not null references bookings (id) on delete cascade,
    rung text not null,
    at text not null,
    text text not null,
    unique (booking_id, rung)
  )`.execute(db)
  await chargeForNoAccess(db)
}

/** Visits that ended without access before there were rows for it. */
async function chargeForNoAccess(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ id: string; frozenTerms: string; at: string | null; actor: string | null }>`
    select bookings.id as "id", bookings.frozen_terms as "frozenTerms", booking_events.at as "at", booking_events.actor as "actor"
    from bookings left join booking_events on booking_events.id = (
      select max(latest.id) from booking_events latest where latest.booking_id = bookings.id and latest.to_status = 'no_access'
    )
    where bookings.status = 'no_access'`.execute(db)
  for (const { id, frozenTerms, at, actor } of rows) {
    const pence = (JSON.parse(frozenTerms) as { billing?: { noAccessPence?: number } }).billing?.noAccessPence
    if (pence && at)
      await sql`insert into charges (id, booking_id, kind, amount_pence, reason, arisen_at, arisen_by)
        values (${id}, ${id}, 'no_access', ${pence}, 'We could not get in', ${at}, ${actor ?? 'system'})`.execute(db)
  }
}
