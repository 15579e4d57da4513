import { type Kysely, sql } from 'kysely'

/** Each reminder of a bill, once; and notes about paying it, including why reminders stopped. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table bill_reminders (
    bill_id text not null references bills (id),
    day integer not null check (day > 0),
    at text not null,
    primary key (bill_id, day)
  )`.execute(db)

  await sql`create table bill_notes (
    id text primary key,
    bill_id text not null references bills (id),
    kind text not null check (kind in ('called', 'disputed', 'arranged', 'resumed')),
    text text not null check (length(text) between 1 and 300),
    at text not null,
    actor text not null,
    press_key text not null unique
  )`.execute(db)
  await sql`create index bill_notes_bill on bill_notes (bill_id)`.execute(db)
}
