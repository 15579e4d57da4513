import { type Kysely, sql } from 'kysely'

/** Bookings whose customer has deleted the account: when that was asked for, and when nothing was left that names them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table bookings add column erase_asked_at text`.execute(db)
  await sql`alter table bookings add column erased_at text`.execute(db)
  await sql`create index bookings_to_erase on bookings (erase_asked_at) where erase_asked_at is not null`.execute(db)
}
