import type { Kysely } from 'kysely'
import type { Services } from '#app/platform/services.ts'
import { toInstant } from '#app/values/clock.ts'
import type { Tables } from '#db/tables.ts'

/* Customers are often back from the provider's page before its message arrives. Their return proves nothing, so it pays nothing: it only
   keeps them from paying again, until the message arrives, or the page fails or expires (docs/decisions/0086-being-confirmed.md). */

/** Records that a customer came back from paying a bill of this booking, by the session that the provider added to the address. */
export async function recordReturn(
  { db, clock, jobsAdded }: Pick<Services, 'db' | 'clock' | 'jobsAdded'>,
  { bookingId, sessionId }: { bookingId: string; sessionId: string },
): Promise<void> {
  const returned = await db
    .updateTable('checkouts')
    .set({ returnedAt: toInstant(clock.now()) })
    .where('bookingId', '=', bookingId)
    .where('sessionId', '=', sessionId)
    .where('billId', 'is not', null)
    .where('state', 'in', ['creating', 'open'])
    .where('returnedAt', 'is', null)
    .returning('id')
    .executeTakeFirst()
  // The pages that follow the booking look again.
  if (returned) jobsAdded()
}

/**
 * Returns the card payments for bills that the provider hasn't confirmed yet, in pence by booking id. Bookings without one are left out.
 */
export async function readConfirming(db: Kysely<Tables>, bookingIds: readonly string[], now: Date): Promise<Map<string, number>> {
  const pages = await db
    .selectFrom('checkouts')
    .select(['bookingId', 'amountPence'])
    .where('bookingId', 'in', bookingIds)
    .where('billId', 'is not', null)
    .where('state', 'in', ['creating', 'open'])
    .where('returnedAt', 'is not', null)
    .where('expiresAt', '>', toInstant(now))
    .execute()
  return new Map(pages.map(({ bookingId, amountPence }) => [bookingId, amountPence]))
}

/**
 * Ends a bill's payment page that was not paid, according to the provider, in the caller's transaction: the bill can then be paid at
 * another.
 */
export async function endUnpaidPage(tx: Kysely<Tables>, provider: string, sessionId: string): Promise<void> {
  await tx
    .updateTable('checkouts')
    .set({ state: 'ended' })
    .where('provider', '=', provider)
    .where('sessionId', '=', sessionId)
    .where('billId', 'is not', null)
    .where('state', 'in', ['creating', 'open'])
    .execute()
}
