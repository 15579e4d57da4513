import type { Kysely } from 'kysely'
import type { Instant } from '#app/platform/clock.ts'
import type { Tables } from '#db/tables.ts'

/** The Red Line fee as it was paid, by the payments themselves: staff can receive a booking that no one paid for. */
export interface PaidFee {
  paidAt: Instant
  /** What of it has not gone back yet. */
  leftPence: number
}

/** What of a payment has gone back or is on its way, in pence. */
export async function readReturnedPence(db: Kysely<Tables>, paymentId: string): Promise<number> {
  const { returned } = await db
    .selectFrom('refunds')
    .select((eb) => eb.fn.coalesce(eb.fn.sum<number | string>('amountPence'), eb.val(0)).as('returned'))
    .where('paymentId', '=', paymentId)
    .where('state', '!=', 'failed')
    .executeTakeFirstOrThrow()
  return Number(returned)
}

/** The Red Line fee that was paid for a booking; undefined where none was. */
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
  // The provider's clock may be ahead of ours, and word of a payment may come late: the customer's minutes ran all the same.
  return { paidAt: [paidAt, recordedAt].toSorted()[0] ?? paidAt, leftPence: amountPence - (await readReturnedPence(db, id)) }
}
