import { type Kysely, sql } from 'kysely'

/** What an engineer records of a visit: what they found and did, the parts they fitted, what it cost to stand there, and what is left to do. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table job_sheets (
    booking_id text primary key references bookings (id) on delete cascade,
    revision integer not null check (revision > 0),
    found text not null,
    done text not null,
    parking_pence integer not null check (parking_pence >= 0),
    congestion_pence integer not null check (congestion_pence >= 0),
    needs_return text check (needs_return in ('part', 'time', 'specialist', 'customer')),
    return_note text not null,
    saved_at text not null,
    saved_by text not null
  )`.execute(db)
  await sql`create table job_parts (
    booking_id text not null references job_sheets (booking_id) on delete cascade,
    number integer not null,
    name text not null,
    quantity integer not null check (quantity > 0),
    cost_pence integer not null check (cost_pence >= 0),
    primary key (booking_id, number)
  )`.execute(db)
}
