import { type Kysely, sql } from 'kysely'

/** Unpaid Red Line leads that staff have called: when, and who. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table call_backs (
    booking_id text primary key references bookings (id) on delete cascade,
    rung_at text not null,
    rung_by text not null
  )`.execute(db)
}
