import { type Kysely, sql } from 'kysely'

/** The owner's prices before each change of the last day: a booking may reach us after the price that its customer saw was changed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table replaced_prices (
    id text primary key,
    name text not null,
    value text not null,
    replaced_at text not null
  )`.execute(db)
}
