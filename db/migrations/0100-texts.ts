import { type Kysely, sql } from 'kysely'

/** Text messages: each one's state at the provider, the counts of a day, and numbers that take none. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table sent_texts (
    id text primary key,
    channel text not null check (channel in ('sms', 'whatsapp')),
    segments integer not null check (segments > 0),
    state text not null check (state in ('unknown', 'waiting', 'accepted', 'sent', 'delivered', 'failed')),
    provider_id text,
    error_code integer,
    created_at text not null,
    tried_at text not null,
    changed_at text not null
  )`.execute(db)
  await sql`create index sent_texts_created_at on sent_texts (created_at)`.execute(db)
  await sql`create table text_counts (
    day text not null,
    number_key text not null,
    count integer not null check (count > 0),
    primary key (day, number_key)
  )`.execute(db)
  await sql`create table text_numbers (
    phone text primary key,
    stopped_at text,
    failed_at text,
    error_code integer
  )`.execute(db)
  await sql`create table unmatched_texts (
    id text primary key,
    provider_key text not null unique,
    at text not null,
    phone text not null,
    text text not null check (length(text) between 1 and 2000),
    settled_at text,
    settled_by text
  )`.execute(db)
  await sql`create index unmatched_texts_phone on unmatched_texts (phone, at)`.execute(db)
}
