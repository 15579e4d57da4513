import { type Kysely, sql } from 'kysely'

/** How someone comes to be owner or staff: the link of the first owner, invitations, and accounts that are samples. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table first_owner_link (
    only_one integer primary key check (only_one = 1),
    seed text not null,
    token_hash text not null,
    created_at text not null,
    expires_at text not null
  )`.execute(db)

  await sql`create table staff_invitations (
    id text primary key,
    email text not null unique,
    full_name text not null,
    role text not null check (role in ('staff', 'owner')),
    invited_by text not null references auth_users (id) on delete cascade,
    token_hash text not null unique,
    created_at text not null,
    sent_at text not null,
    expires_at text not null
  )`.execute(db)
  await sql`create index staff_invitations_expiry on staff_invitations (expires_at)`.execute(db)

  await sql`alter table auth_users add column is_sample integer not null default 0 check (is_sample in (0, 1))`.execute(db)
  await sql`create index auth_users_role on auth_users (role) where role <> 'customer'`.execute(db)
}
