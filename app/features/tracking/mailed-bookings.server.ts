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
  { db, config }: Pick<Services, 'db' | 'config'>,
  { id, email, createdAt, acceptedAt }: Pick<Booking, 'id' | 'email' | 'createdAt' | 'acceptedAt'>,
): Promise<boolean> {
  if (!email) return false
  if (acceptedAt) return true
  const mailbox = mailboxOf(email)
  const before = await db
    .selectFrom('bookings')
    .select('email')
    .where('createdAt', '>', later(createdAt, -hours(1)))
    .where('createdAt', '<=', createdAt)
    .where('id', '<', id)
    .where('suspectedSpam', '=', 0)
    // Finds a few too many, since an address may hold a wildcard.
    .where(({ eb, fn }) => eb(fn<string>('lower', ['email']), 'like', mailbox.replace('@', '%@')))
    .execute()
  return before.filter((one) => mailboxOf(one.email) === mailbox).length < Math.max(1, mailedPerHour * config.rateLimitScale)
}

const mailboxOf = (email: string) => email.toLowerCase().replace(/\+[^@]*@/, '@')
