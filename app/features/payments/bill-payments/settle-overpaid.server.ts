import type { Transaction } from 'kysely'
import type { Services } from '#app/platform/services.ts'
import type { Tables } from '#db/tables.ts'
import { readBalance, readKeptByHandPence } from '../bill-balance.server.ts'
import { readBlockingDispute } from '../disputes.server.ts'
import { isHandMethod } from '../hand-payments.ts'
import { readReturnedPence } from '../paid-fee.server.ts'
import { askRefund } from '../refund.server.ts'

/**
 * Refunds what was overpaid for a booking by card to the cards it came from, newest first, in the caller's transaction, which has locked
 * the booking: as much as the cards alone have paid too much, or as staff have just credited (`creditedPence`). Any other debt is for a
 * person, since cash and transfers are only a person's word. A disputed payment isn't refunded. Returns the ids of the refunds, for the
 * caller to announce. Call `services.jobsAdded()` after it commits.
 */
export async function settleOverpaid(services: Services, tx: Transaction<Tables>, bookingId: string, creditedPence = 0): Promise<string[]> {
  const { owedPence } = await readBalance(tx, bookingId)
  const byCardsPence = -owedPence - (await readKeptByHandPence(tx, bookingId))
  let excessPence = Math.min(-owedPence, Math.max(byCardsPence, creditedPence))
  if (excessPence <= 0) return []
  const payments = await tx
    .selectFrom('payments')
    .select(['id', 'amountPence', 'provider'])
    .where('bookingId', '=', bookingId)
    .where('outcome', '=', 'confirmed')
    .where('voidedAt', 'is', null)
    .orderBy('id', 'desc')
    .execute()
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
