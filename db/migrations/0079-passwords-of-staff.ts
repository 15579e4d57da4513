import { type Kysely, sql } from 'kysely'

/** Whether a password is long enough for staff. Earlier ones are unknown until they are next typed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table auth_users add column password_suits_staff integer check (password_suits_staff in (0, 1))`.execute(db)
}
