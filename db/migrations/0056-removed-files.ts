import { type Kysely, sql } from 'kysely'

/** Files that were removed, so that their copies in backups are removed too. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table removed_files (
    file text primary key,
    removed_at text not null
  )`.execute(db)
}
