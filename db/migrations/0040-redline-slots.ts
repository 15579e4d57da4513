import { type Kysely, PostgresAdapter, sql } from 'kysely'

/** The owner sets how many Red Line slots a day has: nine at most. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // Altered in place: its trigger stays.
  if (db.getExecutor().adapter instanceof PostgresAdapter) {
    await sql`alter table redline_slots drop constraint redline_slots_slot_check`.execute(db)
    await sql`alter table redline_slots add constraint redline_slots_slot_check check (slot between 1 and 9)`.execute(db)
    return
  }
  await sql`alter table redline_slots rename to redline_slots_before`.execute(db)
  await sql`create table redline_slots (
    day text not null,
    slot integer not null check (slot between 1 and 9),
    booking_id text not null unique references bookings (id),
    held_until text,
    client_key text,
    primary key (day, slot)
  )`.execute(db)
  await sql`insert into redline_slots (day, slot, booking_id, held_until, client_key)
    select day, slot, booking_id, held_until, client_key from redline_slots_before`.execute(db)
  await sql`drop table redline_slots_before`.execute(db)
}
