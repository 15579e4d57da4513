import type { Transaction } from 'kysely'
import type { NewJob } from '#app/platform/jobs.ts'
import type { Services } from '#app/platform/services.ts'
import type { Tables } from '#db/tables.ts'
import { readBalance, readKeptByHandPence } from './bill-balance.server.ts'
import { readBlockingDispute } from './disputes.server.ts'
import { isHandMethod } from './hand-payments.ts'
import { readReturnedPence } from './paid-fee.server.ts'
import type { ApplyPayment } from './receive-event.server.ts'
import { askRefund } from './refund.server.ts'

/** Applies a card payment to the bills of its booking. Any excess is refunded, or all of it if cards had paid everything before. */
export const payBill: ApplyPayment = async (services, tx, { booking }, { id, paid }) => {
  if (paid.currency !== 'gbp') return 'wrong_amount'
  const { owedPence } = await readBalance(tx, booking.id)
  if (owedPence + (await readKeptByHandPence(tx, booking.id)) <= 0) return 'twice'
  await tx.updateTable('payments').set({ outcome: 'confirmed' }).where('id', '=', id).execute()
  return {
    set: {},
    announces: [{ occasion: 'bill_paid', id }, ...(await afterMoney(services, tx, booking.id))],
    jobs: await endPages(tx, booking.id),
  }
}

/**
 * Refunds what was overpaid for a booking by card to the cards it came from, newest first, in the caller's transaction, which has locked
 * the booking: the sum that cards alone overpaid, or that staff have just credited (`creditedPence`). Staff handle any other debt, since
 * cash and transfers are only a person's word. A disputed payment isn't refunded. Returns the announcements of the refunds. Call
 * `services.jobsAdded()` after it commits.
 */
export async function afterMoney(services: Services, tx: Transaction<Tables>, bookingId: string, creditedPence = 0) {
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
  const refunded: { occasion: 'refunded'; id: string }[] = []
  for (const payment of payments.filter(({ provider }) => !isHandMethod(provider))) {
    const amountPence = Math.min(excessPence, payment.amountPence - (await readReturnedPence(tx, payment.id)))
    if (amountPence <= 0 || (await readBlockingDispute(tx, payment.id))) continue
    const id = await askRefund(services, tx, { payment, amountPence, reason: 'overpaid' })
    if (id) refunded.push({ occasion: 'refunded', id })
    excessPence -= amountPence
  }
  return refunded
}

/** Adds the job that closes a bill's payment pages with an outdated sum. */
export async function endPages(tx: Transaction<Tables>, bookingId: string): Promise<NewJob[]> {
  const open = await tx
    .selectFrom('checkouts')
    .select('id')
    .where('bookingId', '=', bookingId)
    .where('billId', 'is not', null)
    .where('state', 'in', ['creating', 'open'])
    .executeTakeFirst()
  return open ? [{ kind: 'end-bill-checkouts', payload: { bookingId } }] : []
}
