import type { Kysely } from 'kysely'
import type { Booking } from '#app/features/booking/read-booking.server.ts'
import { readMissed } from '#app/features/promises/read-credits.server.ts'
import type { Tables } from '#db/tables.ts'
import { readChargesOf } from './charges.server.ts'
import { type MoneyRows, type Statement, statementOf } from './statement.ts'

/** What a booking's customer will pay at most, as things are now (`statementOf`). */
export const readStatement = async (db: Kysely<Tables>, booking: Booking): Promise<Statement> =>
  statementOf(booking, await readMoneyRows(db, booking.id))

async function readMoneyRows(db: Kysely<Tables>, bookingId: string): Promise<MoneyRows> {
  const { paid } = await db
    .selectFrom('payments')
    .select((eb) => eb.fn.coalesce(eb.fn.sum<number | string>('amountPence'), eb.val(0)).as('paid'))
    .where('bookingId', '=', bookingId)
    .where('outcome', '=', 'confirmed')
    .executeTakeFirstOrThrow()
  const { refunded } = await db
    .selectFrom('refunds')
    .innerJoin('payments', 'payments.id', 'refunds.paymentId')
    .select((eb) => eb.fn.coalesce(eb.fn.sum<number | string>('refunds.amountPence'), eb.val(0)).as('refunded'))
    .where('payments.bookingId', '=', bookingId)
    .where('payments.outcome', '=', 'confirmed')
    .where('refunds.state', '!=', 'failed')
    .executeTakeFirstOrThrow()
  return {
    credits: await readMissed(db, bookingId),
    charges: (await readChargesOf(db, [bookingId])).get(bookingId) ?? [],
    paidPence: Number(paid),
    refundedPence: Number(refunded),
  }
}
