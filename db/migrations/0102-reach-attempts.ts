import { type Kysely, sql } from 'kysely'

/** Every try to reach an engineer or owner about a job that no engineer has: each person once for a step and channel. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table reach_attempts (
    id text primary key,
    booking_id text not null references bookings (id) on delete cascade,
    step text not null,
    person text not null check (person in ('engineer', 'owner', 'desk')),
    person_id text not null,
    channel text not null check (channel in ('text', 'call', 'email', 'push')),
    at text not null,
    outcome text check (outcome in ('sent', 'unknown', 'heard', 'accepted', 'stopped', 'answered', 'no_key', 'no_answer', 'busy', 'failed', 'dropped')),
    reason text not null default '',
    token_hash text unique,
    expires_at text not null,
    ended_at text,
    unique (booking_id, step, person_id, channel)
  )`.execute(db)
  await sql`create index reach_attempts_at on reach_attempts (at)`.execute(db)
}
