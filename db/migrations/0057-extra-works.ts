import { type Kysely, sql } from 'kysely'

/**
 * Work beyond what was booked, as an engineer proposed it and its customer agreed to it, or not. A row's words and sum never change: what
 * is proposed otherwise is another row. Agreed needs a name, on the engineer's phone a signature too, and for work that is not the urgent
 * repair the customer's request to start now. After an erasure name and signature are empty texts.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table extra_works (
    id text primary key,
    booking_id text not null references bookings (id) on delete cascade,
    name text not null check (length(name) <= 100),
    description text not null check (length(description) <= 500),
    lines text not null,
    amount_pence integer not null check (amount_pence > 0 and amount_pence <= 1000000),
    is_urgent_repair integer not null check (is_urgent_repair in (0, 1)),
    content_hash text not null,
    state text not null check (state in ('proposed', 'agreed', 'declined', 'withdrawn')),
    revision integer not null check (revision > 0),
    proposed_at text not null,
    proposed_by text not null,
    decided_at text,
    decided_by text,
    way text check (way in ('engineer_phone', 'private_link')),
    signer_name text check (length(signer_name) <= 100),
    signature text check (length(signature) <= 6000),
    start_asked_at text,
    check ((state = 'proposed') = (decided_at is null)),
    check ((decided_at is null) = (decided_by is null)),
    check (state <> 'agreed' or (way is not null and signer_name is not null)),
    check (state <> 'agreed' or way <> 'engineer_phone' or signature is not null),
    check (state <> 'agreed' or is_urgent_repair = 1 or start_asked_at is not null)
  )`.execute(db)
  await sql`create index extra_works_booking on extra_works (booking_id)`.execute(db)
}
