import type { Transaction } from 'kysely'
import { readBlockingDispute } from '#app/features/payments/disputes.server.ts'
import { isHandMethod } from '#app/features/payments/hand-payments.ts'
import { readReturnedPence } from '#app/features/payments/paid-fee.server.ts'
import { askRefund } from '#app/features/payments/refund.server.ts'
import type { Services } from '#app/platform/services.ts'
import type { Tables } from '#db/tables.ts'
import { readBalance } from './bill-balance.server.ts'

/**
 * Refunds what was overpaid for a booking to the cards it came from, newest first, in the caller's transaction, which has locked the
 * booking. Cash and transfers are refunded by hand, and a
 * disputed payment isn't refunded. Returns the ids of the refunds, for the caller to announce. Call `services.jobsAdded()`
 * after it commits.
 */
export async function settleOverpaid(services: Services, tx: Transaction<Tables>, bookingId: string): Promise<string[]> {
  const { owedPence } = await readBalance(tx, bookingId)
  if (owedPence >= 0) return []
  const payments = await tx
    .selectFrom('payments')
    .select(['id', 'amountPence', 'provider'])
    .where('bookingId', '=', bookingId)
    .where('outcome', '=', 'confirmed')
    .where('voidedAt', 'is', null)
    .orderBy('id', 'desc')
    .execute()
  let excessPence = -owedPence
  const refundIds: string[] = []
  for (const payment of payments.filter(({ provider }) => !isHandMethod(provider))) {
    const amountPence = Math.min(excessPence, payment.amountPence - (await readReturnedPence(tx, payment.id)))
    if (amountPence <= 0 || (await readBlockingDispute(tx, payment.id))) continue
    const refundId = await askRefund(services, tx, { payment, amountPence, reason: 'overpaid' })
    if (refundId) refundIds.push(refundId)
    excessPence -= amountPence
  }
  return refundIds
}
