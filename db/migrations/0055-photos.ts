import { type Kysely, sql } from 'kysely'

/**
 * Photos of jobs, at most 20 of each, whose files are kept elsewhere; engineers' portraits; and files that are to be removed, or that
 * no row may refer to yet.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table photos (
    id text primary key,
    booking_id text not null references bookings (id) on delete cascade,
    place integer not null check (place between 1 and 20),
    upload_key text not null,
    taken_by text not null check (taken_by in ('customer', 'engineer', 'staff')),
    actor text not null,
    kind text not null check (kind in ('before', 'after', 'door', 'receipt', 'problem', 'appliance')),
    taken_at text not null,
    uploaded_at text not null,
    file text not null unique,
    bytes integer not null,
    width integer not null,
    height integer not null,
    sha256 text not null,
    small_file text not null unique,
    small_bytes integer not null,
    small_width integer not null,
    small_height integer not null,
    small_sha256 text not null,
    unique (booking_id, place),
    unique (booking_id, upload_key)
  )`.execute(db)
  await sql`create table portraits (
    engineer_id text primary key references engineers (id) on delete cascade,
    uploaded_at text not null,
    uploaded_by text not null,
    file text not null unique,
    bytes integer not null,
    width integer not null,
    height integer not null,
    sha256 text not null
  )`.execute(db)
  await sql`create table files_to_remove (
    file text primary key,
    due_at text not null,
    tries integer not null
  )`.execute(db)
  await sql`create index files_to_remove_due on files_to_remove (due_at)`.execute(db)
}
