import { type Kysely, sql } from 'kysely'

/** Whose a message is that an owner chose to show: so that it is found for those who ask for their data or its erasure. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table chosen_messages add column consent_contact text not null default '' check (length(consent_contact) <= 254)`.execute(
    db,
  )
  await sql`create index chosen_messages_contact on chosen_messages (consent_contact)`.execute(db)
}
