import { type Kysely, sql } from 'kysely'

/**
 * Places of visits in engineers' hours: a row for each five minutes from the arrival to the end of the work, so that the database lets
 * no one have two visits at a time.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table visit_places (
    engineer_id text not null references engineers (id),
    starts_at text not null,
    booking_id text not null references bookings (id) on delete cascade,
    primary key (engineer_id, starts_at)
  )`.execute(db)
  await sql`create index visit_places_booking on visit_places (booking_id)`.execute(db)
  await sql`create index visit_places_starts on visit_places (starts_at)`.execute(db)
}
