import { type Kysely, sql } from 'kysely'

/**
 * How the site runs: measurements counted by hour and by London day, the newest single ones, and errors by kind. Nothing that identifies
 * visitors.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  // The most detailed key is the primary key, so that instances add to the same row.
  await sql`create table measure_counts (
    span text not null check (span in ('hour', 'day')),
    period text not null,
    metric text not null,
    page text not null,
    detail text not null,
    bucket integer not null check (bucket >= 0),
    count integer not null check (count > 0),
    primary key (span, period, metric, page, detail, bucket)
  )`.execute(db)

  await sql`create table performance_metrics (
    id text primary key,
    name text not null,
    value double precision not null,
    timestamp text not null,
    category text not null check (category in ('vitals', 'fetch')),
    metadata text not null
  )`.execute(db)

  await sql`create table error_groups (
    fingerprint text primary key,
    kind text not null,
    message text not null,
    frame text not null,
    page text not null,
    count integer not null check (count > 0),
    first_seen_at text not null,
    last_seen_at text not null,
    release text not null,
    samples text not null,
    resolved_at text
  )`.execute(db)
  await sql`create index error_groups_seen on error_groups (last_seen_at, fingerprint)`.execute(db)
}
