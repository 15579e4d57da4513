import { type Kysely, sql } from 'kysely'

/** Texts and calls from people without an open booking in one table, and which numbers are on WhatsApp. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table enquiries (
    id text primary key,
    provider_key text not null unique,
    at text not null,
    phone text not null,
    kind text not null check (kind in ('text', 'ringing', 'answered', 'missed')),
    text text not null check (length(text) <= 2000),
    settled_at text,
    settled_by text,
    check ((kind = 'text') = (text <> ''))
  )`.execute(db)
  await sql`insert into enquiries (id, provider_key, at, phone, kind, text, settled_at, settled_by)
    select id, provider_key, at, phone, 'text', text, settled_at, settled_by from unmatched_texts`.execute(db)
  await sql`drop table unmatched_texts`.execute(db)
  await sql`create index enquiries_phone on enquiries (phone, at)`.execute(db)
  await sql`create index enquiries_open on enquiries (id) where settled_at is null`.execute(db)
  await sql`create index enquiries_ringing on enquiries (at) where kind = 'ringing'`.execute(db)
  await sql`alter table text_numbers add column whatsapp_at text`.execute(db)
  await sql`alter table text_numbers add column whatsapp_failed_at text`.execute(db)
}
