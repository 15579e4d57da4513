import { type Kysely, sql } from 'kysely'

/** Passkeys, and security keys as a second step (docs/decisions/0032-passkeys.md). The same statements on both databases. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // A check cannot be changed on SQLite: the column is made again, with one kind more.
  await sql`drop index auth_factors_recovery_code`.execute(db)
  await sql`alter table auth_factors add column new_kind text not null default 'totp'
    check (new_kind in ('totp', 'phone', 'recovery_code', 'webauthn'))`.execute(db)
  await sql`update auth_factors set new_kind = kind`.execute(db)
  await sql`alter table auth_factors drop column kind`.execute(db)
  await sql`alter table auth_factors rename column new_kind to kind`.execute(db)
  await sql`create unique index auth_factors_recovery_code on auth_factors (user_id) where kind = 'recovery_code'`.execute(db)

  await sql`create table auth_passkeys (
    id text primary key,
    user_id text not null references auth_users (id) on delete cascade,
    factor_id text unique references auth_factors (id) on delete cascade,
    credential_id text not null unique,
    public_key text not null,
    sign_count double precision not null,
    transports text not null,
    friendly_name text not null,
    blocked_at text,
    created_at text not null,
    last_used_at text
  )`.execute(db)
  await sql`create index auth_passkeys_user on auth_passkeys (user_id)`.execute(db)

  await sql`create table auth_passkey_challenges (
    id text primary key,
    purpose text not null check (purpose in ('register', 'sign-in', 'step')),
    holder text not null,
    expires_at text not null
  )`.execute(db)
  await sql`create index auth_passkey_challenges_expiry on auth_passkey_challenges (expires_at)`.execute(db)

  await sql`alter table auth_sessions add column passkey_id text references auth_passkeys (id) on delete set null`.execute(db)
  await sql`create index auth_sessions_passkey on auth_sessions (passkey_id)`.execute(db)

  await sql`alter table auth_users add column passkey_offer_closed_at text`.execute(db)
}
