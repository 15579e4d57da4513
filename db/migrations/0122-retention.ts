import { type Kysely, PostgresAdapter, sql } from 'kysely'

/** What was erased each night, and erasures of a person by email address or phone number. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table retention_nights (
    night text primary key,
    begun_at text not null,
    done_at text,
    leased_until text not null,
    results text not null,
    kept text not null
  )`.execute(db)
  if (db.getExecutor().adapter instanceof PostgresAdapter) {
    await sql`alter table erasures drop constraint erasures_kind_check`.execute(db)
    await sql`alter table erasures add constraint erasures_kind_check check (kind in ('customer', 'account', 'booking', 'contact'))`.execute(
      db,
    )
    return
  }
  await sql`create table erasures_after (
    id text primary key,
    at text not null,
    kind text not null check (kind in ('customer', 'account', 'booking', 'contact')),
    key_id text not null,
    mac text not null,
    listed_at text
  )`.execute(db)
  await sql`insert into erasures_after (id, at, kind, key_id, mac, listed_at) select id, at, kind, key_id, mac, listed_at from erasures`.execute(
    db,
  )
  await sql`drop table erasures`.execute(db)
  await sql`alter table erasures_after rename to erasures`.execute(db)
  await sql`create index erasures_unlisted on erasures (id) where listed_at is null`.execute(db)
}
