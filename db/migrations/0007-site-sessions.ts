import { type Kysely, sql } from 'kysely'

/** Browsers that are signed in to the site; bookings by the address that they were made with. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table site_sessions (
    id_hash text primary key,
    session_id text not null references auth_sessions (id) on delete cascade,
    seen_at text not null,
    ends_at text not null,
    created_at text not null
  )`.execute(db)
  await sql`create index site_sessions_session on site_sessions (session_id)`.execute(db)
  await sql`create index site_sessions_end on site_sessions (ends_at)`.execute(db)

  await sql`create index bookings_email on bookings (lower(email))`.execute(db)
}
