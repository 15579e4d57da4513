import type { Kysely } from 'kysely'
import type { Booking } from '#app/features/booking/read-booking.server.ts'
import { readAgreedWork } from '#app/features/extra-work/read-extra-work.server.ts'
import { readMissed } from '#app/features/promises/read-credits.server.ts'
import type { Tables } from '#db/tables.ts'
import { readChargesOf } from './charges.server.ts'
import { type MoneyRows, type Statement, statementOf } from './statement.ts'

/** What a booking's customer will pay at most, as things are now (`statementOf`). */
export const readStatement = async (db: Kysely<Tables>, booking: Booking): Promise<Statement> =>
  statementOf(booking, await readMoneyRows(db, booking))

async function readMoneyRows(db: Kysely<Tables>, { id: bookingId, version }: Booking): Promise<MoneyRows> {
  const { paid, refunded } = await db
    .selectFrom('payments')
    .leftJoin(
      (eb) =>
        eb
          .selectFrom('refunds')
          .innerJoin('payments as refundedPayments', 'refundedPayments.id', 'refunds.paymentId')
          .select(['refunds.paymentId', ({ fn }) => fn.sum<number | string>('refunds.amountPence').as('pence')])
          .where('refundedPayments.bookingId', '=', bookingId)
          .where('refunds.state', '!=', 'failed')
          .groupBy('refunds.paymentId')
          .as('refunded'),
      (join) => join.onRef('refunded.paymentId', '=', 'payments.id'),
    )
    .select(({ fn, val }) => [
      fn.coalesce(fn.sum<number | string>('payments.amountPence'), val(0)).as('paid'),
      fn.coalesce(fn.sum<number | string>('refunded.pence'), val(0)).as('refunded'),
    ])
    .where('payments.bookingId', '=', bookingId)
    .where('payments.outcome', '=', 'confirmed')
    .executeTakeFirstOrThrow()
  return {
    credits: await readMissed(db, bookingId),
    charges: (await readChargesOf(db, [bookingId])).get(bookingId) ?? [],
    // A booking that is as it was made has had no visit.
    agreed: version > 0 ? await readAgreedWork(db, bookingId) : [],
    paidPence: Number(paid),
    refundedPence: Number(refunded),
  }
}
