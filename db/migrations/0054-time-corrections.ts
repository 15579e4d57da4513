import { type Kysely, sql } from 'kysely'

/** Each time that an engineer corrected when they had arrived or left, and why. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table time_corrections (
    id text primary key,
    booking_id text not null references bookings (id) on delete cascade,
    what text not null check (what in ('arrived', 'left')),
    from_at text not null,
    to_at text not null,
    at text not null,
    actor text not null,
    reason text not null check (length(reason) <= 200)
  )`.execute(db)
  await sql`create index time_corrections_booking on time_corrections (booking_id)`.execute(db)
}
