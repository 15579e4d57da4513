import { sql } from 'kysely'
import type { Booking } from '#app/features/booking/read-booking.server.ts'
import { hours, later } from '#app/platform/clock.ts'
import type { Services } from '#app/platform/services.ts'

/** Bookings of one hour about which a mailbox is written to. */
const mailedPerHour = 3

/**
 * Whether the customer of a booking is written to about it. Anybody can enter anybody's address: of the bookings that are made with one,
 * the first three of an hour are written about, and every one that staff have accepted. Staff are told of all. The answer is the same
 * whenever it is asked; `somebody+tag@example.com` is `somebody@example.com`.
 */
export async function isMailed(
  { db, engine, config }: Pick<Services, 'db' | 'engine' | 'config'>,
  { id, email, createdAt, acceptedAt }: Pick<Booking, 'id' | 'email' | 'createdAt' | 'acceptedAt'>,
): Promise<boolean> {
  if (!email) return false
  if (acceptedAt) return true
  const most = Math.max(1, mailedPerHour * config.rateLimitScale)
  const before = await db
    .selectFrom('bookings')
    .select('id')
    .where(mailboxSql[engine], '=', sql<string>`lower(${email.replace(/\+[^@]*@/, '@')})`)
    .where('createdAt', '>', later(createdAt, -hours(1)))
    .where('createdAt', '<=', createdAt)
    .where('id', '<', id)
    .where('suspectedSpam', '=', 0)
    .limit(Math.ceil(most))
    .execute()
  return before.length < most
}

/** The mailbox of a booking, word for word as the index on it has it (db/migrations/0041-mailboxes.ts). */
const mailboxSql = {
  sqlite: sql<string>`case when instr(email, '+') between 1 and instr(email, '@')
    then substr(lower(email), 1, instr(email, '+') - 1) || substr(lower(email), instr(email, '@'))
    else lower(email) end`,
  postgres: sql<string>`case when strpos(email, '+') between 1 and strpos(email, '@')
    then substr(lower(email), 1, strpos(email, '+') - 1) || substr(lower(email), strpos(email, '@'))
    else lower(email) end`,
} as const
