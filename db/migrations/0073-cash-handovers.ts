import { type Kysely, sql } from 'kysely'

/** Cash that engineers took at the door and handed in: what there should have been, what was counted, and which payments it was. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table cash_handovers (
    id text primary key,
    held_by text not null,
    received_by text not null,
    at text not null,
    expected_pence integer not null check (expected_pence > 0),
    counted_pence integer not null check (counted_pence >= 0),
    note text not null check (length(note) <= 300),
    press_key text not null unique,
    check (counted_pence = expected_pence or note <> '')
  )`.execute(db)
  await sql`create index cash_handovers_held_by on cash_handovers (held_by)`.execute(db)
  await sql`alter table payments add column handover_id text references cash_handovers (id)`.execute(db)
  await sql`create index payments_cash_held on payments (taken_by) where provider = 'cash' and handover_id is null`.execute(db)
}
