import type { ExpressionBuilder, Kysely } from 'kysely'
import type { Instant } from '#app/values/clock.ts'
import type { Tables } from '#db/tables.ts'
import { readBlockingDispute } from './disputes.server.ts'

/** The Red Line fee as paid, by the payments themselves: staff can accept a booking that wasn't paid. */
export interface PaidFee {
  paidAt: Instant
  /** The part that was not refunded; 0 while it is disputed with the customer's bank, and if the bank returned it. */
  leftPence: number
}

/** The part of a payment that was refunded or is being refunded, in pence. */
export async function readReturnedPence(db: Kysely<Tables>, paymentId: string): Promise<number> {
  const { returned } = await db
    .selectFrom('refunds')
    .select((eb) => eb.fn.coalesce(eb.fn.sum<number | string>('amountPence'), eb.val(0)).as('returned'))
    .where('paymentId', '=', paymentId)
    .where('state', '!=', 'failed')
    .executeTakeFirstOrThrow()
  return Number(returned)
}

/** The Red Line fee paid for a booking; undefined if none was. */
export async function readPaidFee(db: Kysely<Tables>, bookingId: string): Promise<PaidFee | undefined> {
  const payment = await db
    .selectFrom('payments')
    .select(['id', 'amountPence', 'paidAt', 'recordedAt'])
    .where('bookingId', '=', bookingId)
    .where('outcome', '=', 'confirmed')
    .where('billId', 'is', null)
    .executeTakeFirst()
  if (!payment) return undefined
  const { id, amountPence, paidAt, recordedAt } = payment
  // The provider's clock may be ahead of ours, and its message may be late: the customer's minutes started at the earlier time.
  const leftPence = (await readBlockingDispute(db, id)) ? 0 : amountPence - (await readReturnedPence(db, id))
  return { paidAt: [paidAt, recordedAt].toSorted()[0] ?? paidAt, leftPence }
}

/** Inside a query of bookings: when the Red Line fee was paid, as `readPaidFee` has it; null if it wasn't. */
export const feePaidAt = (eb: ExpressionBuilder<Tables, 'bookings'>) =>
  eb
    .selectFrom('payments')
    .select(({ eb: payment, ref }) =>
      payment.case().when('paidAt', '<', ref('recordedAt')).then(ref('paidAt')).else(ref('recordedAt')).end().as('at'),
    )
    .whereRef('payments.bookingId', '=', 'bookings.id')
    .where('payments.outcome', '=', 'confirmed')
    .where('payments.billId', 'is', null)
    .limit(1)
