import { type Kysely, sql } from 'kysely'

/** Calendars that can be subscribed to by a secret address: an engineer's own jobs, or all jobs for one of the staff. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table calendar_feeds (
    id text primary key,
    engineer_id text unique references engineers (id) on delete cascade,
    user_id text unique references auth_users (id) on delete cascade,
    token_hash text not null unique,
    created_at text not null,
    check ((engineer_id is null) <> (user_id is null))
  )`.execute(db)
}
