import type { Kysely } from 'kysely'
import { type RefundReason, refundText } from '#app/features/payments/refund-reasons.ts'
import type { Tables } from '#db/tables.ts'
import type { BookingChange } from './schema.ts'

/**
 * What a change consists of: when, who, and in words what was agreed, what was written, or who is on the way; and the status that it
 * ended, if one.
 */
export async function readChange(db: Kysely<Tables>, { change, id }: BookingChange) {
  if (change === 'refunded') {
    const refund = await db
      .selectFrom('refunds')
      .innerJoin('payments', 'payments.id', 'refunds.paymentId')
      .select(['refunds.amountPence', 'refunds.reason', 'refunds.createdAt', 'payments.currency'])
      .where('refunds.id', '=', id)
      .executeTakeFirstOrThrow()
    const text = refundText(refund.amountPence, refund.reason as RefundReason, refund.currency)
    return { at: refund.createdAt, actor: 'system', text, fromStatus: null }
  }
  if (change === 'not_yet') {
    const act = await db.selectFrom('staffActs').select(['at', 'actor']).where('id', '=', id).executeTakeFirstOrThrow()
    return { ...act, text: '', fromStatus: null }
  }
  if (change === 'set_out')
    return db
      .selectFrom('bookingEvents')
      .innerJoin('bookings', 'bookings.id', 'bookingEvents.bookingId')
      .leftJoin('engineers', 'engineers.id', 'bookings.engineerId')
      .select(['bookingEvents.at', 'bookingEvents.actor', 'fromStatus', (eb) => eb.fn.coalesce('engineers.name', eb.val('')).as('text')])
      .where('bookingEvents.id', '=', id)
      .executeTakeFirstOrThrow()
  if (change !== 'message' && change !== 'reply')
    return db
      .selectFrom('bookingEvents')
      .select(['at', 'actor', 'note as text', 'fromStatus'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  const message = await db.selectFrom('bookingMessages').select(['at', 'actor', 'text']).where('id', '=', id).executeTakeFirstOrThrow()
  return { ...message, fromStatus: null }
}
