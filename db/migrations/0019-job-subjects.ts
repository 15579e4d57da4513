import { type Kysely, sql } from 'kysely'

/** Which booking or account a job is about, to be found by. Of jobs that there are, those of bookings say it in their payload. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table jobs add column about text`.execute(db)
  await sql`update jobs set about = substr(payload, 15, 36) where payload like '{"bookingId":"%'`.execute(db)
  await sql`create index jobs_about on jobs (about, kind)`.execute(db)
}
