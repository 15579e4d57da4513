import { type Kysely, sql } from 'kysely'

/** What takes effect only when the client that began exchanges its authorisation code: sealed, and gone with the code. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table auth_codes add column sealed_pending text`.execute(db)
}
