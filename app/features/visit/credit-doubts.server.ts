import { type Kysely, type SqlBool, sql, type Transaction } from 'kysely'
import { actOnBooking } from '#app/features/booking/act-on-booking.server.ts'
import { CodedRefusal } from '#app/platform/errors.ts'
import { momentText, spokenTimeAt } from '#app/platform/london.ts'
import type { Services } from '#app/platform/services.ts'
import { type Instant, toInstant } from '#app/values/clock.ts'
import { poundsText } from '#content/money.ts'
import type { Tables } from '#db/tables.ts'

/* A credit for being late stays when an engineer's phone later reports an arrival in time: a person decides whether to withdraw it with a
   reason or to keep it. */

/** The most that are read. */
const mostDoubts = 20

/**
 * Records, in the caller's transaction, the credits of a booking that an arrival reported now contradicts. A doubt that is still open takes
 * the new time.
 */
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
      .onConflict((conflict) => conflict.column('creditId').doUpdateSet({ arrivedAt }).where('creditDoubts.settledAt', 'is', null))
      .execute()
}

// A literal, so that SQLite uses the partial index of open ones.
const isOpen = sql<SqlBool>`credit_doubts.settled_at is null`

/** Undecided credits, with the words for staff, oldest first; of one booking or of all. Arrivals that were undone don't count. */
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
    place: [postcode, borough].filter(Boolean).join(', ') || 'No address',
    amount: poundsText(row.amountPence),
    /** The question to check. */
    text: `Reported later: the engineer arrived at ${momentText(row.arrivedAt)}, within the window that ended at ${spokenTimeAt(row.missedAt)}.`,
    /** The reason in the history, unless another is typed. */
    reason: `The engineer arrived at ${spokenTimeAt(row.arrivedAt)}, within the window`,
  }))
}

export type CreditDoubt = Awaited<ReturnType<typeof readCreditDoubts>>[number]

interface KeepCredit {
  bookingId: string
  /** The id of the user. The caller has checked that they are staff. */
  staffId: string
  owedId: string
}

/**
 * Keeps a credit although an arrival in time was reported; it isn't asked about again. Throws a refusal if it is decided already, or
 * `BookingNotFound`.
 */
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
    if (!kept) throw new CodedRefusal(409, 'not_owed', 'A colleague has already decided. Check the booking again.')
    return { action: 'booking.keep-credit', detail: { owed: owedId } }
  })
}
