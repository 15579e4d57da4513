import { type Kysely, sql } from 'kysely'

/** Knowing how the site runs: whose turn it is to look, what was found, test bookings, and whether the public pages ask people to call. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table monitor_rounds (
    kind text primary key,
    slot text not null,
    claimed_at text not null
  )`.execute(db)

  await sql`create table uptime_checks (
    id text primary key,
    endpoint text not null,
    at text not null,
    status text not null check (status in ('up', 'degraded', 'down')),
    response_ms integer,
    error text not null
  )`.execute(db)
  await sql`create index uptime_checks_listed on uptime_checks (endpoint, at)`.execute(db)

  await sql`create table uptime_days (
    endpoint text not null,
    day text not null,
    up integer not null,
    degraded integer not null,
    down integer not null,
    unknown integer not null,
    p50_ms integer,
    p95_ms integer,
    primary key (endpoint, day)
  )`.execute(db)

  await sql`create table synthetic_bookings (
    id text primary key,
    idempotency_key text not null unique,
    reference text not null unique,
    booking text not null,
    events integer not null,
    jobs integer not null,
    at text not null
  )`.execute(db)

  await sql`create table synthetic_runs (
    id text primary key,
    at text not null,
    outcome text not null check (outcome in ('ok', 'failed')),
    response_ms integer,
    error text not null
  )`.execute(db)
  await sql`create index synthetic_runs_at on synthetic_runs (at)`.execute(db)

  await sql`create table phone_first (
    only_one integer primary key check (only_one = 1),
    since text
  )`.execute(db)
  await sql`insert into phone_first (only_one, since) values (1, null)`.execute(db)
}
