import { type Kysely, PostgresAdapter, sql } from 'kysely'

/** Visits seen lately, for the figure of those who are looking; on PostgreSQL, word of every change of a Red Line slot. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table live_visits (
    visit_key text primary key,
    day text not null,
    seen_at text not null
  )`.execute(db)
  await sql`create index live_visits_seen on live_visits (seen_at)`.execute(db)

  if (!(db.getExecutor().adapter instanceof PostgresAdapter)) return
  // By the table itself, so that no code that changes a slot can forget it. For each row: an attempt that got none says nothing.
  await sql`create function tell_redline_slots() returns trigger language plpgsql as $$
    begin
      perform pg_notify('redline_slots', '');
      return null;
    end
  $$`.execute(db)
  await sql`create trigger redline_slots_changed after insert or update or delete on redline_slots
    for each row execute function tell_redline_slots()`.execute(db)
}
