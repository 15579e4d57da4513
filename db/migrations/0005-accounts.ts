import { type Kysely, sql } from 'kysely'

/**
 * Accounts: users and how they prove who they are, sessions, emails to them, sign-in through providers, second factors, the keys that sign
 * access tokens; and the audit log.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table auth_users (
    id text primary key,
    email text unique,
    password_hash text,
    password_changed_at text,
    sign_up_contested_at text,
    email_confirmed_at text,
    phone text not null,
    phone_confirmed_at text,
    new_email text,
    email_change_sent_at text,
    email_change_halves integer not null,
    confirmation_sent_at text,
    recovery_sent_at text,
    invited_at text,
    last_sign_in_at text,
    app_metadata text not null,
    user_metadata text not null,
    role text not null check (role in ('customer', 'staff', 'owner')),
    is_anonymous integer not null check (is_anonymous in (0, 1)),
    banned_until text,
    factor_failures integer not null,
    factors_locked_until text,
    created_at text not null,
    updated_at text not null
  )`.execute(db)

  await sql`create table auth_identities (
    id text primary key,
    user_id text not null references auth_users (id) on delete cascade,
    provider text not null,
    provider_id text not null,
    email text,
    identity_data text not null,
    created_at text not null,
    updated_at text not null,
    last_sign_in_at text,
    unique (provider, provider_id)
  )`.execute(db)
  await sql`create index auth_identities_user on auth_identities (user_id)`.execute(db)

  await sql`create table auth_factors (
    id text primary key,
    user_id text not null references auth_users (id) on delete cascade,
    kind text not null check (kind in ('totp', 'phone', 'recovery_code')),
    status text not null check (status in ('unverified', 'verified')),
    friendly_name text,
    sealed_secret text,
    phone text,
    last_step integer,
    failures integer not null,
    locked_until text,
    last_challenged_at text,
    created_at text not null,
    updated_at text not null,
    unique (user_id, friendly_name)
  )`.execute(db)
  await sql`create unique index auth_factors_recovery_code on auth_factors (user_id) where kind = 'recovery_code'`.execute(db)
  await sql`create index auth_factors_unverified on auth_factors (created_at) where status = 'unverified'`.execute(db)

  await sql`create table auth_challenges (
    id text primary key,
    factor_id text not null references auth_factors (id) on delete cascade,
    client_key text not null,
    created_at text not null,
    expires_at text not null
  )`.execute(db)
  await sql`create index auth_challenges_factor on auth_challenges (factor_id)`.execute(db)
  await sql`create index auth_challenges_expiry on auth_challenges (expires_at)`.execute(db)

  await sql`create table auth_recovery_codes (
    factor_id text not null references auth_factors (id) on delete cascade,
    code_hash text not null,
    created_at text not null,
    used_at text,
    primary key (factor_id, code_hash)
  )`.execute(db)

  await sql`create table auth_sessions (
    id text primary key,
    user_id text not null references auth_users (id) on delete cascade,
    aal text not null check (aal in ('aal1', 'aal2')),
    amr text not null,
    factor_id text references auth_factors (id) on delete set null,
    refresh_token_hash text not null,
    refresh_count integer not null,
    refresh_key_id text not null,
    refreshed_at text not null,
    ends_at text not null,
    user_agent text not null,
    created_at text not null
  )`.execute(db)
  await sql`create index auth_sessions_user on auth_sessions (user_id)`.execute(db)
  await sql`create index auth_sessions_factor on auth_sessions (factor_id)`.execute(db)
  await sql`create index auth_sessions_end on auth_sessions (ends_at)`.execute(db)

  await sql`create table auth_mail_tokens (
    token_hash text primary key,
    kind text not null,
    user_id text not null references auth_users (id) on delete cascade,
    email text not null,
    code_hash text not null,
    code_tries integer not null,
    sign_up text,
    code_challenge text,
    created_at text not null,
    expires_at text not null,
    used_at text
  )`.execute(db)
  await sql`create index auth_mail_tokens_user on auth_mail_tokens (user_id, kind)`.execute(db)
  await sql`create index auth_mail_tokens_email on auth_mail_tokens (email)`.execute(db)
  await sql`create index auth_mail_tokens_expiry on auth_mail_tokens (expires_at)`.execute(db)

  await sql`create table auth_flows (
    id text primary key,
    provider text not null,
    redirect_to text not null,
    code_challenge text,
    sealed_provider_state text not null,
    linking_user_id text references auth_users (id) on delete cascade,
    expires_at text not null
  )`.execute(db)
  await sql`create index auth_flows_expiry on auth_flows (expires_at)`.execute(db)

  await sql`create table auth_codes (
    code_hash text primary key,
    user_id text not null references auth_users (id) on delete cascade,
    method text not null,
    code_challenge text not null,
    sealed_provider_tokens text,
    expires_at text not null
  )`.execute(db)
  await sql`create index auth_codes_user on auth_codes (user_id)`.execute(db)
  await sql`create index auth_codes_expiry on auth_codes (expires_at)`.execute(db)

  await sql`create table signing_keys (
    generation integer primary key,
    kid text not null unique,
    sealed_jwk text not null,
    signs_from text not null,
    signs_until text
  )`.execute(db)

  await sql`create table audit_log (
    id text primary key,
    at text not null,
    actor text not null,
    action text not null,
    subject text not null,
    detail text not null,
    position integer unique,
    chain_hash text
  )`.execute(db)
  await sql`create index audit_log_subject on audit_log (subject, at)`.execute(db)
  await sql`create index audit_log_unchained on audit_log (id) where position is null`.execute(db)
}
