import { type Kysely, sql } from 'kysely'

/** The parts that engineers choose from, with what one costs us, and what each was before every change. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table parts (
    id text primary key,
    name text not null check (length(name) between 1 and 80),
    name_key text not null unique,
    unit text not null check (length(unit) between 1 and 20),
    cost_pence integer not null check (cost_pence >= 0 and cost_pence <= 1000000),
    is_active integer not null check (is_active in (0, 1)),
    revision integer not null check (revision > 0)
  )`.execute(db)
  await sql`create table part_changes (
    id text primary key,
    part_id text not null references parts (id) on delete cascade,
    at text not null,
    actor text not null,
    name text not null,
    unit text not null,
    cost_pence integer not null,
    is_active integer not null
  )`.execute(db)
  await sql`create index part_changes_part on part_changes (part_id)`.execute(db)
}
