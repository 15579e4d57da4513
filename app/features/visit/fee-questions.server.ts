import { type Kysely, type SqlBool, sql, type Transaction } from 'kysely'
import { actOnBooking } from '#app/features/booking/act-on-booking.server.ts'
import { CodedRefusal } from '#app/platform/errors.ts'
import { momentText, spokenTimeAt } from '#app/platform/london.ts'
import type { Services } from '#app/platform/services.ts'
import { type Instant, toInstant } from '#app/values/clock.ts'
import { newId } from '#app/values/ids.ts'
import { poundsText } from '#content/money.ts'
import type { Tables } from '#db/tables.ts'
import { raiseCharge } from './charges.server.ts'
import type { DoorWait } from './door-wait.ts'

/* A wait at a door that was reported only afterwards: the customer couldn't be told during it, and only the phone knows its length. A
   person decides about the fee. */

const mostQuestions = 20

/** Asks, in the caller's transaction, whether a visit without access is charged for; `leftAt`: when the engineer gave up. */
export async function askAboutFee(
  tx: Transaction<Tables>,
  now: Date,
  { bookingId, wait: { countsFrom, feePence }, leftAt }: { bookingId: string; wait: DoorWait; leftAt: Instant },
): Promise<void> {
  if (feePence <= 0) return
  await tx
    .insertInto('feeQuestions')
    .values({ id: newId(), bookingId, amountPence: feePence, countsFrom, leftAt, raisedAt: toInstant(now) })
    .execute()
}

// A literal, so that SQLite uses the partial index of open ones.
const isOpen = sql<SqlBool>`fee_questions.settled_at is null`

/** Drops the question that a step raised, since the step is undone. */
export const dropFeeQuestion = (tx: Transaction<Tables>, bookingId: string) =>
  tx.deleteFrom('feeQuestions').where('bookingId', '=', bookingId).where(isOpen).execute()

/** Returns the no-access fee that staff have yet to decide about, in pence; undefined if there is none. */
export const readUndecidedFee = async (db: Kysely<Tables>, bookingId: string): Promise<number | undefined> =>
  (await db.selectFrom('feeQuestions').select('amountPence').where('bookingId', '=', bookingId).where(isOpen).executeTakeFirst())
    ?.amountPence

/** Fees that staff have yet to decide about, oldest first; of one booking or of all. */
export async function readFeeQuestions(db: Kysely<Tables>, bookingId?: string) {
  const rows = await db
    .selectFrom('feeQuestions')
    .innerJoin('bookings', 'bookings.id', 'feeQuestions.bookingId')
    .select(['feeQuestions.id', 'feeQuestions.bookingId', 'feeQuestions.countsFrom', 'feeQuestions.leftAt', 'feeQuestions.amountPence'])
    .select(['bookings.reference', 'bookings.service', 'bookings.postcode', 'bookings.borough', 'bookings.name'])
    .where(isOpen)
    .$if(bookingId !== undefined, (query) => query.where('feeQuestions.bookingId', '=', bookingId ?? ''))
    .orderBy('feeQuestions.raisedAt')
    .limit(mostQuestions)
    .execute()
  return rows.map(({ postcode, borough, countsFrom, leftAt, ...row }) => ({
    ...row,
    place: [postcode, borough].filter(Boolean).join(', ') || 'No address',
    amount: poundsText(row.amountPence),
    /** The question to decide. */
    text: `Reported later: the engineer waited from ${momentText(countsFrom)} to ${spokenTimeAt(leftAt)}. We didn’t hear of it at the time, so we couldn’t tell the customer while the engineer was there.`,
  }))
}

export type FeeQuestion = Awaited<ReturnType<typeof readFeeQuestions>>[number]

interface DecideOnFee {
  bookingId: string
  /** The id of the user. The caller has checked that they are staff. */
  staffId: string
  questionId: string
  decision: 'charged' | 'waived'
}

/** Charges the fee that staff were asked about, or doesn't. Throws a refusal if a colleague has decided, or `BookingNotFound`. */
export async function decideOnFee(services: Services, { bookingId, staffId, questionId, decision }: DecideOnFee): Promise<void> {
  await actOnBooking(services, { bookingId, actor: staffId }, async (tx, { now }) => {
    const settled = await tx
      .updateTable('feeQuestions')
      .set({ settledAt: toInstant(now), settledBy: staffId, decision })
      .where('id', '=', questionId)
      .where('bookingId', '=', bookingId)
      .where(isOpen)
      .returning('amountPence')
      .executeTakeFirst()
    if (!settled) throw new CodedRefusal(409, 'not_owed', 'A colleague has already decided. Check the booking again.')
    const { amountPence } = settled
    if (decision === 'charged') await raiseCharge(tx, now, { bookingId, kind: 'no_access', amountPence, by: staffId })
    return { action: decision === 'charged' ? 'booking.charge-fee' : 'booking.waive-fee', detail: { question: questionId, amountPence } }
  })
}
