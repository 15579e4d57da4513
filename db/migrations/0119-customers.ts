import { hash } from 'node:crypto'
import { type Kysely, sql } from 'kysely'

/** Customers: whose bookings are one person's, as far as the bookings prove it, what staff joined and split, and staff's notes about them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table customers (
    id text primary key,
    record_id text not null,
    household_id text not null,
    match_key text unique,
    created_at text not null
  )`.execute(db)
  await sql`create index customers_record on customers (record_id)`.execute(db)
  await sql`create index customers_household on customers (household_id)`.execute(db)
  await sql`create table customer_notes (
    id text primary key,
    customer_id text not null references customers (id) on delete cascade,
    idempotency_key text not null unique,
    at text not null,
    actor text not null,
    text text not null check (length(text) between 1 and 1000)
  )`.execute(db)
  await sql`create index customer_notes_of_customer on customer_notes (customer_id, id)`.execute(db)
  await sql`create table customer_decisions (
    id text primary key,
    at text not null,
    actor text not null,
    kind text not null,
    customer_id text not null references customers (id) on delete cascade,
    other_id text not null references customers (id) on delete cascade,
    moved text not null,
    undone_at text,
    undone_by text
  )`.execute(db)
  await sql`create index customer_decisions_of_customer on customer_decisions (customer_id, id)`.execute(db)
  await sql`create index customer_decisions_of_other on customer_decisions (other_id, id)`.execute(db)
  await sql`alter table bookings add column customer_id text references customers (id)`.execute(db)
  await fillCustomers(db)
  await sql`create index bookings_customer on bookings (customer_id, created_at) where customer_id is not null`.execute(db)
}

interface Found {
  id: string
  name: string
  phone: string
  email: string
  createdAt: string
}

/** As bookings are given their customer from now on (`booking/customer-of-booking.server.ts` of that time). */
async function fillCustomers(db: Kysely<unknown>): Promise<void> {
  const known = new Map<string, string>()
  for (let after = '', rows: Found[] = []; ; after = rows.at(-1)?.id ?? '') {
    ;({ rows } = await sql<Found>`select id, name, phone, email, created_at as "createdAt" from bookings
      where id > ${after} and erased_at is null and closed_as is null and phone <> ''
        and (proven_at is not null or accepted_at is not null or call_settled_at is not null)
      order by id limit 500`.execute(db))
    for (const booking of rows) {
      const key = keyOf(booking)
      if (!known.has(key))
        // Its id is free: customers have had none so far.
        await sql`insert into customers (id, record_id, household_id, match_key, created_at)
          values (${booking.id}, ${booking.id}, ${booking.id}, ${key}, ${booking.createdAt})`.execute(db)
      const customerId = known.get(key) ?? booking.id
      known.set(key, customerId)
      await sql`update bookings set customer_id = ${customerId} where id = ${booking.id}`.execute(db)
    }
    if (rows.length < 500) return
  }
}

const letters: Readonly<Record<string, string>> = { ø: 'o', ł: 'l', đ: 'd', æ: 'ae', œ: 'oe', ß: 'ss' }

const fold = (text: string) =>
  text
    .toLowerCase()
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[øłđæœß]/g, (letter) => letters[letter] ?? letter)
    .replace(/['’]/g, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

const keyOf = ({ phone, email, name }: Found) => hash('sha256', `${phone} ${email === '' ? fold(name) : email.toLowerCase()}`, 'hex')
