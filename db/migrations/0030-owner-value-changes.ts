import { type Kysely, sql } from 'kysely'

/** What an owner's value was before each change, who changed it and when. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table owner_value_changes (
    id text primary key,
    group_name text not null,
    field text not null,
    before text not null,
    changed_by text references auth_users (id) on delete set null,
    changed_at text not null
  )`.execute(db)
  await sql`create index owner_value_changes_group on owner_value_changes (group_name, id)`.execute(db)
}
