import { type Kysely, PostgresAdapter, sql } from 'kysely'

/** The bookings of one mailbox by time: of `someone+tag@example.com` too, which is `someone@example.com`. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const position = sql.raw(db.getExecutor().adapter instanceof PostgresAdapter ? 'strpos' : 'instr')
  await sql`create index bookings_mailbox on bookings (
    (case when ${position}(email, '+') between 1 and ${position}(email, '@')
      then substr(lower(email), 1, ${position}(email, '+') - 1) || substr(lower(email), ${position}(email, '@'))
      else lower(email) end),
    created_at
  )`.execute(db)
}
