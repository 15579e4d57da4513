import { type Kysely, sql } from 'kysely'

/** The screens on a wall that show the board. The same statements on both databases. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table wall_screens (
    id text primary key,
    name text not null check (length(name) between 1 and 60),
    token_hash text not null unique,
    created_at text not null
  )`.execute(db)
}
