import { type Kysely, sql } from 'kysely'

/**
 * What the owner has put in the place of what the site says by itself, a row for each group of values. A row stays when its values are
 * taken back: its revision tells two owners who change the same group apart.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table owner_values (
      name text not null primary key,
      value text not null,
      revision integer not null check (revision > 0),
      updated_at text not null
    )`.execute(db)
}
