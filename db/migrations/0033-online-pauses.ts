import { type Kysely, sql } from 'kysely'

/** Until when staff have paused online booking, and the reason that visitors read. At most one row. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table online_pauses (
    only_one integer primary key check (only_one = 1),
    until text not null,
    reason text not null
  )`.execute(db)
}
