import { type Kysely, sql } from 'kysely'

/**
 * Payments of the Red Line fee: the payment pages that were opened, the money that came, what of it goes back, and the
 * provider's messages that have been dealt with. No card data.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table checkouts (
    id text primary key,
    booking_id text not null references bookings (id),
    provider text not null,
    session_id text unique,
    url text,
    amount_pence integer not null check (amount_pence > 0),
    state text not null check (state in ('creating', 'open', 'paid', 'ended')),
    created_at text not null,
    expires_at text not null
  )`.execute(db)
  // A retry finds the payment page that is open: there is never a second one beside it.
  await sql`create unique index checkouts_open on checkouts (booking_id) where state in ('creating', 'open')`.execute(db)
  await sql`create index checkouts_booking on checkouts (booking_id)`.execute(db)

  await sql`create table payments (
    id text primary key,
    provider text not null,
    provider_payment_id text not null,
    checkout_id text references checkouts (id),
    booking_id text references bookings (id),
    amount_pence integer not null check (amount_pence > 0),
    currency text not null,
    outcome text not null check (outcome in ('confirmed', 'returned')),
    paid_at text not null,
    recorded_at text not null,
    unique (provider, provider_payment_id)
  )`.execute(db)
  // A booking is paid once; any other payment for it is refunded.
  await sql`create unique index payments_booking on payments (booking_id) where outcome = 'confirmed'`.execute(db)

  await sql`create table refunds (
    id text primary key,
    payment_id text not null references payments (id),
    amount_pence integer not null check (amount_pence > 0),
    reason text not null,
    state text not null check (state in ('waiting', 'done', 'failed')),
    provider_refund_id text unique,
    created_at text not null,
    done_at text
  )`.execute(db)
  // What happens by itself happens once; staff may return a fee in parts, here or in the provider's dashboard, and one that failed is
  // tried otherwise.
  await sql`create unique index refunds_once on refunds (payment_id, reason)
    where reason <> 'staff' and reason <> 'dashboard' and state <> 'failed'`.execute(db)
  await sql`create index refunds_payment on refunds (payment_id)`.execute(db)

  await sql`create table payment_events (
    provider text not null,
    event_id text not null,
    kind text not null,
    received_at text not null,
    primary key (provider, event_id)
  )`.execute(db)

  // One comparison with the provider's lists for each hour, however many instances there are.
  await sql`create table payment_checks (
    provider text not null,
    hour text not null,
    done_at text,
    primary key (provider, hour)
  )`.execute(db)

  // Staff are told of the same difference once.
  await sql`create table payment_differences (
    id text primary key,
    provider text not null,
    provider_payment_id text not null,
    kind text not null,
    ours_pence integer not null,
    theirs_pence integer not null,
    found_at text not null,
    unique (provider, provider_payment_id, kind, ours_pence, theirs_pence)
  )`.execute(db)
}
