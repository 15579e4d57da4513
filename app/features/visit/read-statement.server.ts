import type { Kysely } from 'kysely'
import type { Booking } from '#app/features/booking/read-booking.server.ts'
import { readMissedOf } from '#app/features/capacity/read-credits.server.ts'
import { answersTogether, oneFor } from '#app/platform/batches.ts'
import type { Tables } from '#db/tables.ts'
import { readChargesOf } from './charges.server.ts'
import { readAgreedWorkOf } from './read-extra-work.server.ts'
import { type MoneyRows, noMoneyRows, type Statement, statementOf } from './statement.ts'

/** The most that a booking's customer will pay, as things are now (`statementOf`). */
export const readStatement = async (db: Kysely<Tables>, booking: Booking): Promise<Statement> =>
  statementOf(booking, (await readMoneyRowsOf(db, [booking])).get(booking.id))

/** The same outside transactions, for many concurrent readers: one statement of each kind for all. */
export const readStatementTogether = async (db: Kysely<Tables>, booking: Booking): Promise<Statement> =>
  statementOf(booking, await readerOf(db)(booking))

const readerOf = oneFor((db: Kysely<Tables>) =>
  answersTogether<Asked, MoneyRows>(async (bookings) => {
    const rows = await readMoneyRowsOf(db, bookings)
    return bookings.map(({ id }) => rows.get(id) ?? noMoneyRows)
  }),
)

type Asked = Pick<Booking, 'id' | 'version'>

/** Reads the changes to a booking's money before its bill. */
export const readMoneyRows = async (db: Kysely<Tables>, booking: Booking): Promise<MoneyRows> =>
  (await readMoneyRowsOf(db, [booking])).get(booking.id) ?? noMoneyRows

/** Reads the changes to the money of several bookings, by their ids. */
async function readMoneyRowsOf(db: Kysely<Tables>, bookings: readonly Asked[]): Promise<Map<string, MoneyRows>> {
  const bookingIds = bookings.map(({ id }) => id)
  const sums = new Map((await readSums(db, bookingIds)).map((row) => [row.bookingId, row]))
  const [credits, charges] = [await readMissedOf(db, bookingIds), await readChargesOf(db, bookingIds)]
  // A booking that hasn't changed since it was made has had no visit.
  const changedIds = bookings.filter(({ version }) => version > 0).map(({ id }) => id)
  const [agreed, bills] = [await readAgreedWorkOf(db, changedIds), await readBills(db, changedIds)]
  return new Map(
    bookingIds.map((id) => [
      id,
      {
        credits: credits.get(id) ?? [],
        charges: charges.get(id) ?? [],
        agreed: agreed.get(id) ?? [],
        paidPence: Number(sums.get(id)?.paid ?? 0),
        refundedPence: Number(sums.get(id)?.refunded ?? 0),
        ...(bills.has(id) && { bill: bills.get(id) }),
        lostPence: Number(sums.get(id)?.lost ?? 0),
      },
    ]),
  )
}

/** The last bills of bookings, less their credit notes. One that was credited in full will be followed by another. */
async function readBills(db: Kysely<Tables>, bookingIds: readonly string[]) {
  if (bookingIds.length === 0) return new Map<string, { reference: string; totalPence: number }>()
  const rows = await db
    .selectFrom('bills')
    .select(['bookingId', 'reference', 'totalPence'])
    .select((eb) =>
      eb
        .selectFrom('creditNotes')
        .select(({ fn }) => fn.sum<number | string | null>('amountPence').as('pence'))
        .whereRef('billId', '=', 'bills.id')
        .as('creditedPence'),
    )
    .where('bookingId', 'in', bookingIds)
    .orderBy('revision')
    .execute()
  const last = new Map(rows.map((row) => [row.bookingId, row]))
  return new Map(
    [...last.values()]
      .filter(({ totalPence, creditedPence }) => totalPence === 0 || Number(creditedPence) < totalPence)
      .map(({ bookingId, reference, totalPence, creditedPence }) => [
        bookingId,
        { reference, totalPence: totalPence - Number(creditedPence) },
      ]),
  )
}

/** Reads each booking's payments less disputes, and the part that was refunded or is being refunded. */
const readSums = (db: Kysely<Tables>, bookingIds: readonly string[]) =>
  db
    .selectFrom('payments')
    .leftJoin(
      (eb) =>
        eb
          .selectFrom('refunds')
          .innerJoin('payments as refundedPayments', 'refundedPayments.id', 'refunds.paymentId')
          .select(['refunds.paymentId', ({ fn }) => fn.sum<number | string>('refunds.amountPence').as('pence')])
          .where('refundedPayments.bookingId', 'in', bookingIds)
          .where('refunds.state', '!=', 'failed')
          // A refund because a bill was paid twice says nothing about the fee.
          .where('refunds.reason', '!=', 'overpaid')
          .groupBy('refunds.paymentId')
          .as('refunded'),
      (join) => join.onRef('refunded.paymentId', '=', 'payments.id'),
    )
    .leftJoin(
      (eb) =>
        eb
          .selectFrom('disputes')
          .select(['provider', 'providerPaymentId', ({ fn }) => fn.sum<number | string>('amountPence').as('pence')])
          .where('state', '=', 'lost')
          .groupBy(['provider', 'providerPaymentId'])
          .as('lost'),
      (join) => join.onRef('lost.provider', '=', 'payments.provider').onRef('lost.providerPaymentId', '=', 'payments.providerPaymentId'),
    )
    .select(({ fn, val }) => [
      'payments.bookingId',
      fn.coalesce(fn.sum<number | string>('payments.amountPence'), val(0)).as('paid'),
      fn.coalesce(fn.sum<number | string>('refunded.pence'), val(0)).as('refunded'),
      fn.coalesce(fn.sum<number | string>('lost.pence'), val(0)).as('lost'),
    ])
    .where('payments.bookingId', 'in', bookingIds)
    .where('payments.outcome', '=', 'confirmed')
    .where('payments.billId', 'is', null)
    .groupBy('payments.bookingId')
    .execute()
