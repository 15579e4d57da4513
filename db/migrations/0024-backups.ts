import { type Kysely, sql } from 'kysely'

/** Which backups were made and whether they are good, and which erasures the list outside the backups has to know of. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table backups (
    id text primary key,
    at text not null,
    reason text not null check (reason in ('nightly', 'migration', 'manual', 'restore')),
    place text not null,
    name text not null,
    bytes integer not null,
    bookings integer not null,
    duration_ms integer not null,
    problem text not null
  )`.execute(db)
  await sql`create index backups_at on backups (at)`.execute(db)
  await sql`create table erasures (
    id text primary key,
    at text not null,
    kind text not null check (kind in ('customer', 'account', 'booking')),
    key_id text not null,
    mac text not null,
    listed_at text
  )`.execute(db)
  await sql`create index erasures_unlisted on erasures (id) where listed_at is null`.execute(db)
}
