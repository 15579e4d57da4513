import { type Kysely, sql } from 'kysely'

/** Whether a free return visit was for the same fault, as its engineer found it; staff may correct it, and the last answer counts. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table return_faults (
    id text primary key,
    booking_id text not null references bookings (id) on delete cascade,
    is_same_fault integer not null check (is_same_fault in (0, 1)),
    reason text not null check (length(reason) <= 200),
    at text not null,
    actor text not null
  )`.execute(db)
  await sql`create index return_faults_booking on return_faults (booking_id, id)`.execute(db)
}
