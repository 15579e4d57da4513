import { type Kysely, PostgresAdapter, sql } from 'kysely'

/** Customers' reviews, what each was before it changed, when each customer was asked, and messages of customers that an owner chose. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table reviews (
    id text primary key,
    booking_id text not null unique references bookings (id),
    stars integer check (stars between 1 and 5),
    text text not null check (length(text) <= 2000),
    name text not null check (length(name) <= 40),
    area text not null,
    service text not null,
    borough text,
    may_publish integer not null check (may_publish in (0, 1)),
    revision integer not null,
    written_at text not null,
    edited_at text,
    withdrawn_at text,
    answer text not null default '' check (length(answer) <= 1000),
    answered_at text,
    answered_by text,
    removed_at text,
    removed_by text,
    removal_reason text check (removal_reason in ('names_person', 'defamatory', 'unlawful', 'not_ours')),
    removal_note text not null default '' check (length(removal_note) <= 1000),
    erased_at text,
    check ((stars is null) = (erased_at is not null)),
    check ((removed_at is null) = (removal_reason is null))
  )`.execute(db)
  await sql`create table replaced_reviews (
    review_id text not null references reviews (id),
    booking_id text not null references bookings (id),
    revision integer not null,
    review text not null,
    removal_reason text,
    replaced_at text not null,
    primary key (review_id, revision)
  )`.execute(db)
  await sql`create index replaced_reviews_booking on replaced_reviews (booking_id)`.execute(db)
  await sql`create table review_asks (
    booking_id text not null references bookings (id),
    number integer not null check (number in (1, 2)),
    at text not null,
    primary key (booking_id, number)
  )`.execute(db)
  await sql`create index review_asks_at on review_asks (at)`.execute(db)
  await sql`create table chosen_messages (
    id text primary key,
    kind text not null check (kind in ('message', 'review')),
    text text not null check (length(text) between 1 and 1000),
    name text not null,
    source text not null check (length(source) between 1 and 200),
    said_on text not null,
    consent_by text not null check (length(consent_by) between 1 and 100),
    consent_on text not null,
    consent_how text not null check (length(consent_how) between 1 and 200),
    added_at text not null,
    added_by text not null
  )`.execute(db)
  await sql`create index booking_events_visited on booking_events (at) where to_status in ('completed', 'no_access', 'cancelled')`.execute(
    db,
  )

  if (!(db.getExecutor().adapter instanceof PostgresAdapter)) return
  // Word of every change, for the pages of other instances that show them.
  await sql`create function tell_reviews() returns trigger language plpgsql as $$
    begin
      perform pg_notify('reviews', '');
      return null;
    end
  $$`.execute(db)
  for (const table of ['reviews', 'chosen_messages'])
    await sql`create trigger ${sql.raw(table)}_changed after insert or update or delete on ${sql.raw(table)}
      for each statement execute function tell_reviews()`.execute(db)
}
