import { type Kysely, sql } from 'kysely'

/** What a message of a provider says of a refund, by its payment, whose own message may come later. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table payment_events add column provider_payment_id text`.execute(db)
  await sql`alter table payment_events add column refund text`.execute(db)
  await sql`create index payment_events_of_payment on payment_events (provider_payment_id) where provider_payment_id is not null`.execute(
    db,
  )
}
