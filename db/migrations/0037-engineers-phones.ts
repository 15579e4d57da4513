import { type Kysely, sql } from 'kysely'

/** An engineer's account, and invitations by which it becomes theirs. Invitations that are open stay. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table engineers add column user_id text references auth_users (id) on delete set null`.execute(db)
  await sql`create unique index engineers_user on engineers (user_id) where user_id is not null`.execute(db)

  await sql`alter table staff_invitations rename to staff_invitations_before`.execute(db)
  await sql`create table staff_invitations (
    id text primary key,
    email text not null unique,
    full_name text not null,
    role text not null check (role in ('staff', 'owner', 'engineer')),
    engineer_id text references engineers (id) on delete cascade,
    invited_by text not null references auth_users (id) on delete cascade,
    token_hash text not null unique,
    created_at text not null,
    sent_at text not null,
    expires_at text not null,
    check ((role = 'engineer') = (engineer_id is not null))
  )`.execute(db)
  await sql`insert into staff_invitations
    (id, email, full_name, role, invited_by, token_hash, created_at, sent_at, expires_at)
    select id, email, full_name, role, invited_by, token_hash, created_at, sent_at, expires_at
    from staff_invitations_before`.execute(db)
  await sql`drop table staff_invitations_before`.execute(db)
  await sql`create index staff_invitations_expiry on staff_invitations (expires_at)`.execute(db)
}
