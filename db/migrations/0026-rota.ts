import { type Kysely, sql } from 'kysely'

/** The rota: on-call hours beside shifts, absences by London's days and clocks, and engineers that are samples. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table engineers add column is_sample integer not null default 0 check (is_sample in (0, 1))`.execute(db)
  await sql`alter table shifts add column kind text not null default 'shift' check (kind in ('shift', 'on-call'))`.execute(db)

  await sql`create table absences (
    id text primary key,
    engineer_id text not null references engineers (id),
    kind text not null check (kind in ('holiday', 'sickness', 'other')),
    first_day text not null,
    from_time text check (length(from_time) = 5),
    last_day text not null check (last_day >= first_day),
    until_time text check (length(until_time) = 5),
    created_at text not null
  )`.execute(db)
  await sql`create index absences_days on absences (last_day, first_day)`.execute(db)
}
