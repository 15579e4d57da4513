import { type Kysely, type SqlBool, sql, type Transaction } from 'kysely'
import { actOnBooking } from '#app/features/booking/act-on-booking.server.ts'
import { type Instant, toInstant } from '#app/platform/clock.ts'
import { CodedRefusal } from '#app/platform/errors.ts'
import { momentText, timeText } from '#app/platform/london.ts'
import type { Services } from '#app/platform/services.ts'
import { poundsText } from '#content/money.ts'
import type { Tables } from '#db/tables.ts'

/*
 * A credit for being late stays when an engineer's phone reports afterwards that they arrived in time: a person looks at it, and withdraws it
 * with a reason or leaves it.
 */

/** So many at most are read at once. */
const mostDoubts = 20

/** Notes, in the caller's transaction, which credits of a booking an arrival speaks against that is reported now. */
export async function doubtCredits(tx: Transaction<Tables>, bookingId: string, arrivedAt: Instant, now: Date): Promise<void> {
  const credits = await tx
    .selectFrom('credits')
    .select('id')
    .where('bookingId', '=', bookingId)
    .where('promise', '=', 'window')
    .where('missedAt', '>=', arrivedAt)
    .where('amountPence', '>', 0)
    .where('refundId', 'is', null)
    .where('withdrawnAt', 'is', null)
    .execute()
  for (const { id: creditId } of credits)
    await tx
      .insertInto('creditDoubts')
      .values({ creditId, bookingId, arrivedAt, raisedAt: toInstant(now), settledAt: null, settledBy: null })
      .onConflict((conflict) => conflict.column('creditId').doNothing())
      .execute()
}

// Written out as text: SQLite uses the index of open ones only where it sees which they are.
const isOpen = sql<SqlBool>`credit_doubts.settled_at is null`

/** Credits that no one has decided about, with the words for staff, the oldest first; of one booking or of all. Arrivals that were undone count no longer. */
export async function readCreditDoubts(db: Kysely<Tables>, bookingId?: string) {
  const rows = await db
    .selectFrom('creditDoubts')
    .innerJoin('credits', 'credits.id', 'creditDoubts.creditId')
    .innerJoin('bookings', 'bookings.id', 'creditDoubts.bookingId')
    .select(['creditDoubts.creditId', 'creditDoubts.bookingId', 'creditDoubts.arrivedAt', 'credits.missedAt', 'credits.amountPence'])
    .select(['bookings.reference', 'bookings.service', 'bookings.postcode', 'bookings.borough', 'bookings.name'])
    .where(isOpen)
    .where('credits.withdrawnAt', 'is', null)
    .$if(bookingId !== undefined, (query) => query.where('creditDoubts.bookingId', '=', bookingId ?? ''))
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('bookingEvents')
          .select('bookingEvents.id')
          .whereRef('bookingEvents.bookingId', '=', 'creditDoubts.bookingId')
          .whereRef('bookingEvents.at', '=', 'creditDoubts.arrivedAt')
          .where('bookingEvents.toStatus', '=', 'arrived'),
      ),
    )
    .orderBy('creditDoubts.raisedAt')
    .limit(mostDoubts)
    .execute()
  return rows.map(({ postcode, borough, ...row }) => ({
    ...row,
    place: [postcode, borough].filter(Boolean).join(', ') || 'Place unknown',
    amount: poundsText(row.amountPence),
    /** What is to be looked at. */
    text: `Reported later: the engineer arrived at ${momentText(row.arrivedAt)}, within the window that ended at ${timeText(row.missedAt)}.`,
    /** What the history says, unless something else is typed. */
    reason: `The engineer arrived at ${timeText(row.arrivedAt)}, within the window`,
  }))
}

export type CreditDoubt = Awaited<ReturnType<typeof readCreditDoubts>>[number]

interface KeepCredit {
  bookingId: string
  /** The id of the user. The caller has checked that they are staff. */
  staffId: string
  owedId: string
}

/** Leaves a credit as it is though an arrival in time was reported; it is asked about no more. Throws a refusal where it is decided already, or `BookingNotFound`. */
export async function keepCredit(services: Services, { bookingId, staffId, owedId }: KeepCredit): Promise<void> {
  await actOnBooking(services, { bookingId, actor: staffId }, async (tx, { now }) => {
    const kept = await tx
      .updateTable('creditDoubts')
      .set({ settledAt: toInstant(now), settledBy: staffId })
      .where('creditId', '=', owedId)
      .where('bookingId', '=', bookingId)
      .where('settledAt', 'is', null)
      .returning('creditId')
      .executeTakeFirst()
    if (!kept) throw new CodedRefusal(409, 'not_owed', 'A colleague has already decided. Look at the booking again.')
    return { action: 'booking.keep-credit', detail: { owed: owedId } }
  })
}
