import { type Kysely, sql } from 'kysely'

/** What is paid of a bill: by card at a payment page for it, in cash, or by bank transfer. A fee keeps its one payment for a booking. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table checkouts add column bill_id text references bills (id)`.execute(db)
  await sql`drop index checkouts_open`.execute(db)
  await sql`create unique index checkouts_open on checkouts (booking_id) where state in ('creating', 'open') and bill_id is null`.execute(
    db,
  )
  await sql`create unique index checkouts_open_bill on checkouts (bill_id) where state in ('creating', 'open') and bill_id is not null`.execute(
    db,
  )

  await sql`alter table payments add column bill_id text references bills (id)`.execute(db)
  await sql`alter table payments add column taken_by text`.execute(db)
  await sql`alter table payments add column voided_at text`.execute(db)
  await sql`alter table payments add column voided_by text`.execute(db)
  await sql`alter table payments add column voided_reason text check (length(voided_reason) between 1 and 300)`.execute(db)
  await sql`drop index payments_booking`.execute(db)
  await sql`create unique index payments_booking on payments (booking_id) where outcome = 'confirmed' and bill_id is null`.execute(db)
  await sql`create index payments_bill on payments (bill_id) where bill_id is not null`.execute(db)

  // What was paid too much may go back more than once, each time by what is too much then.
  await sql`drop index refunds_once`.execute(db)
  await sql`create unique index refunds_once on refunds (payment_id, reason)
    where reason not in ('staff', 'dashboard', 'overpaid') and state <> 'failed'`.execute(db)
}
