import { type Kysely, sql } from 'kysely'

/**
 * Calls to customers from the office, beside the engineers' tries from the door, and whether the call that we promise has been made.
 * Bookings that were accepted or moved before had answered it by that.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table call_attempts add column place text not null default 'door' check (place in ('door', 'office'))`.execute(db)
  await sql`alter table call_attempts add column outcome text not null default 'no_answer'
    check (outcome in ('spoken', 'no_answer', 'not_needed'))`.execute(db)
  await sql`alter table bookings add column called_at text`.execute(db)
  await sql`alter table bookings add column call_settled_at text`.execute(db)
  await sql`update bookings set called_at = coalesce(accepted_at, (
    select min(at) from booking_events where booking_events.booking_id = bookings.id and (kind = 'rescheduled'
      or to_status in ('confirmed', 'assigned', 'en_route', 'arrived', 'completed', 'no_access'))))`.execute(db)
  await sql`update bookings set call_settled_at = called_at`.execute(db)
}
