import { type Kysely, sql } from 'kysely'

/** The parts that finished visits wait for: when each was ordered, is due and arrived, and the return visit that fits it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table awaited_parts (
    id text primary key,
    booking_id text not null references bookings (id) on delete cascade,
    name text not null check (length(name) <= 300),
    supplier text not null default '' check (length(supplier) <= 100),
    ordered_on text,
    due_on text,
    arrived_on text,
    return_id text references bookings (id) on delete set null,
    added_at text not null,
    added_by text not null,
    is_checked integer not null default 0 check (is_checked in (0, 1)),
    ended_at text
  )`.execute(db)
  await sql`create index awaited_parts_booking on awaited_parts (booking_id)`.execute(db)
  await sql`create index awaited_parts_return on awaited_parts (return_id) where return_id is not null`.execute(db)
  await sql`create index awaited_parts_open on awaited_parts (due_on) where ended_at is null`.execute(db)
}
