import { type Kysely, sql } from 'kysely'

/** Job sheets as they were before they were saved again: what a bill was made of stays readable. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table replaced_sheets (
    booking_id text not null references bookings (id),
    revision integer not null,
    sheet text not null,
    saved_at text not null,
    saved_by text not null,
    primary key (booking_id, revision)
  )`.execute(db)
}
