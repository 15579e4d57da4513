import { type Kysely, PostgresAdapter, sql } from 'kysely'

/**
 * Bills of visits and their credit notes: frozen as they were issued, numbered without gaps for each year from a counter row, and what
 * staff corrected before one was issued.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table bill_numbers (
    kind text not null check (kind in ('bill', 'credit_note')),
    year integer not null,
    last integer not null check (last > 0),
    primary key (kind, year)
  )`.execute(db)

  await sql`create table bills (
    id text primary key,
    booking_id text not null references bookings (id),
    revision integer not null check (revision > 0),
    year integer not null,
    number integer not null check (number > 0),
    reference text not null unique,
    issued_at text not null,
    issued_by text not null,
    supplied_on text not null,
    tax_point text not null,
    due_on text not null,
    engineer_id text references engineers (id),
    lines text not null,
    supplier text not null,
    customer text not null,
    visit text not null,
    total_pence integer not null check (total_pence >= 0),
    vat_percent integer,
    vat_pence integer not null check (vat_pence >= 0 and vat_pence <= total_pence),
    unique (year, number),
    unique (booking_id, revision),
    check (vat_percent is not null or vat_pence = 0)
  )`.execute(db)
  await sql`create index bills_issued on bills (issued_at)`.execute(db)

  await sql`create table credit_notes (
    id text primary key,
    bill_id text not null references bills (id),
    year integer not null,
    number integer not null check (number > 0),
    reference text not null unique,
    issued_at text not null,
    issued_by text not null,
    reason text not null check (length(reason) between 1 and 300),
    amount_pence integer not null check (amount_pence > 0),
    vat_pence integer not null check (vat_pence >= 0 and vat_pence <= amount_pence),
    press_key text not null unique,
    unique (year, number)
  )`.execute(db)
  await sql`create index credit_notes_bill on credit_notes (bill_id)`.execute(db)

  await sql`create table bill_corrections (
    id text primary key,
    booking_id text not null references bookings (id),
    kind text not null check (kind in ('work', 'at_cost', 'reduction')),
    label text not null check (length(label) between 1 and 100),
    amount_pence integer not null check (amount_pence > 0),
    reason text not null check (length(reason) between 1 and 300),
    made_at text not null,
    made_by text not null,
    withdrawn_at text,
    withdrawn_by text,
    check ((withdrawn_at is null) = (withdrawn_by is null))
  )`.execute(db)
  await sql`create index bill_corrections_booking on bill_corrections (booking_id)`.execute(db)

  // What was issued is never edited: what is wrong is put right by a credit note.
  for (const table of ['bills', 'credit_notes']) await freeze(db, table)
}

async function freeze(db: Kysely<unknown>, table: string): Promise<void> {
  const [on, name] = [sql.table(table), sql.ref(`${table}_frozen`)]
  if (!(db.getExecutor().adapter instanceof PostgresAdapter)) {
    await sql`create trigger ${name} before update on ${on} begin select raise(abort, 'it was issued, and is never edited'); end`.execute(
      db,
    )
    return
  }
  await sql`create or replace function refuse_edit() returns trigger language plpgsql as
    $$ begin raise exception 'it was issued, and is never edited'; end $$`.execute(db)
  await sql`create trigger ${name} before update on ${on} for each row execute function refuse_edit()`.execute(db)
}
