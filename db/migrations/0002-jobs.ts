import { type Kysely, sql } from 'kysely'

/** The outbox and everything that runs from it: jobs, their attempts, instances' heartbeats, settings, the local mailbox. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table jobs (
    id text primary key,
    kind text not null,
    payload text not null,
    state text not null check (state in ('waiting', 'done', 'dead')),
    run_at text not null,
    lease_token text,
    attempts integer not null,
    created_at text not null,
    finished_at text
  )`.execute(db)
  await sql`create index jobs_due on jobs (run_at) where state = 'waiting'`.execute(db)
  await sql`create index jobs_finished on jobs (finished_at) where state = 'done'`.execute(db)

  await sql`create table job_attempts (
    id text primary key,
    job_id text not null references jobs (id) on delete cascade,
    number integer not null,
    started_at text not null,
    ended_at text,
    outcome text check (outcome in ('ok', 'failed', 'lost')),
    detail text not null,
    unique (job_id, number)
  )`.execute(db)

  await sql`create table heartbeats (
    instance text primary key,
    at text not null
  )`.execute(db)

  await sql`create table settings (
    name text primary key,
    sealed_value text not null,
    updated_at text not null
  )`.execute(db)

  await sql`create table local_mail (
    id text primary key,
    at text not null,
    recipient text not null,
    subject text not null,
    message text not null
  )`.execute(db)
  await sql`create index local_mail_at on local_mail (at)`.execute(db)
}
