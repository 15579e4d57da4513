import { type Kysely, sql } from 'kysely'

/** Shifts and absences are an engineer's, or on the desk's rota a colleague's with an account. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const person = sql`
    engineer_id text references engineers (id),
    user_id text references auth_users (id) on delete cascade,
    person_id text generated always as (coalesce(engineer_id, user_id)) stored,
    check ((engineer_id is null) <> (user_id is null))`

  await sql`alter table shifts rename to shifts_before`.execute(db)
  await sql`drop index shifts_time`.execute(db)
  await sql`create table shifts (
    id text primary key,
    starts_at text not null,
    ends_at text not null check (ends_at > starts_at),
    kind text not null default 'shift' check (kind in ('shift', 'on-call')),
    ${person},
    unique (person_id, starts_at)
  )`.execute(db)
  await sql`insert into shifts (id, engineer_id, starts_at, ends_at, kind)
    select id, engineer_id, starts_at, ends_at, kind from shifts_before`.execute(db)
  await sql`drop table shifts_before`.execute(db)
  await sql`create index shifts_time on shifts (ends_at, starts_at)`.execute(db)
  await sql`create index shifts_user on shifts (user_id) where user_id is not null`.execute(db)

  await sql`alter table absences rename to absences_before`.execute(db)
  await sql`drop index absences_days`.execute(db)
  await sql`create table absences (
    id text primary key,
    kind text not null check (kind in ('holiday', 'sickness', 'other')),
    first_day text not null,
    from_time text check (length(from_time) = 5),
    last_day text not null check (last_day >= first_day),
    until_time text check (length(until_time) = 5),
    created_at text not null,
    ${person}
  )`.execute(db)
  await sql`insert into absences (id, engineer_id, kind, first_day, from_time, last_day, until_time, created_at)
    select id, engineer_id, kind, first_day, from_time, last_day, until_time, created_at from absences_before`.execute(db)
  await sql`drop table absences_before`.execute(db)
  await sql`create index absences_days on absences (last_day, first_day)`.execute(db)
  await sql`create index absences_user on absences (user_id) where user_id is not null`.execute(db)
}
