import { type Kysely, sql } from 'kysely'

/** The hourly look at whether bills, payments, refunds and credit notes add up, and what did not: each difference is kept and told once. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table book_checks (
    hour text primary key,
    done_at text not null
  )`.execute(db)
  await sql`create table book_differences (
    id text primary key,
    kind text not null,
    subject text not null,
    booking_id text references bookings (id),
    expected_pence integer not null,
    found_pence integer not null,
    found_at text not null,
    unique (kind, subject, expected_pence, found_pence)
  )`.execute(db)
}
