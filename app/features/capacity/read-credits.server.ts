import type { Kysely } from 'kysely'
import type { Instant } from '#app/values/clock.ts'
import type { Tables } from '#db/tables.ts'
import type { PromiseName } from './missed-promises.ts'

/** A promise that was missed, as pages show it. */
export interface Missed {
  promise: PromiseName
  /** The end of the promised time. */
  missedAt: Instant
  /** Amount off the bill; 0 if none. */
  creditPence: number
  /** The refunded part of the Red Line fee; 0: nothing. */
  feeRefundPence: number
}

/** The missed promises of some bookings, by booking id, oldest first, without withdrawn ones. */
export async function readMissedOf(db: Kysely<Tables>, bookingIds: readonly string[]): Promise<Map<string, Missed[]>> {
  if (bookingIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('credits')
    .select(['bookingId', 'promise', 'missedAt', 'amountPence', 'refundId'])
    .where('bookingId', 'in', bookingIds)
    .where('withdrawnAt', 'is', null)
    .orderBy('missedAt')
    .execute()
  const missedOf = (own: typeof rows): Missed[] =>
    own.map(({ promise, missedAt, amountPence, refundId }) => ({
      ...{ promise, missedAt },
      creditPence: refundId === null ? amountPence : 0,
      feeRefundPence: refundId === null ? 0 : amountPence,
    }))
  return new Map([...Map.groupBy(rows, ({ bookingId }) => bookingId)].map(([id, own]) => [id, missedOf(own)]))
}

/** The missed promises of one booking. */
export const readMissed = async (db: Kysely<Tables>, bookingId: string): Promise<Missed[]> =>
  (await readMissedOf(db, [bookingId])).get(bookingId) ?? []

/** The promises of a booking that were found missed at the same moment as the given row, and their total. */
export async function readMissedTogether(db: Kysely<Tables>, creditId: string) {
  const rows = await db
    .selectFrom('credits as named')
    .innerJoin('credits', (join) =>
      join.onRef('credits.bookingId', '=', 'named.bookingId').onRef('credits.createdAt', '=', 'named.createdAt'),
    )
    .select(['credits.promise', 'credits.amountPence', 'credits.refundId', 'credits.reason', 'credits.createdAt'])
    .where('named.id', '=', creditId)
    .orderBy('credits.missedAt')
    .execute()
  const sumOf = (isRefund: boolean) =>
    rows.filter(({ refundId }) => (refundId !== null) === isRefund).reduce((sum, { amountPence }) => sum + amountPence, 0)
  return {
    foundAt: rows[0]?.createdAt,
    missed: rows.map(({ promise }) => promise),
    reasons: rows.map(({ reason }) => reason),
    creditPence: sumOf(false),
    feeRefundPence: sumOf(true),
  }
}
