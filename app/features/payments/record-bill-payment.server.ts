import type { Transaction } from 'kysely'
import type { Change, LockedBooking } from '#app/features/booking/act-on-booking.server.ts'
import type { NewJob } from '#app/platform/jobs.ts'
import type { ProviderPayment } from '#app/platform/payments.ts'
import type { Services } from '#app/platform/services.ts'
import { toInstant } from '#app/values/clock.ts'
import { newId } from '#app/values/ids.ts'
import type { Tables } from '#db/tables.ts'
import { readBalance, readKeptByHandPence } from './bill-balance.server.ts'
import { settleOverpaid } from './bill-payments/settle-overpaid.server.ts'
import { askRefund } from './refund.server.ts'
import type { RefundReason } from './refund-reasons.ts'

/** A payment on a bill's page, as the provider reports it. */
export interface BillMoney {
  provider: string
  paid: ProviderPayment
  checkout: { id: string; sessionId: string | null; billId: string }
}

/**
 * Records money for a bill in its booking, which the caller has locked: as a payment, with a refund of any excess, or of all if cards had
 * paid everything before. Nothing if it was recorded before.
 */
export async function payBill(
  services: Services,
  tx: Transaction<Tables>,
  { booking, now }: LockedBooking,
  { provider, paid, checkout }: BillMoney,
): Promise<Change | undefined> {
  const { owedPence } = await readBalance(tx, booking.id)
  const isPaidByCard = owedPence + (await readKeptByHandPence(tx, booking.id)) <= 0
  const reason: RefundReason | undefined = paid.currency !== 'gbp' ? 'wrong_amount' : isPaidByCard ? 'twice' : undefined
  const payment = await tx
    .insertInto('payments')
    .values({
      ...{ id: newId(), provider, providerPaymentId: paid.providerPaymentId, checkoutId: checkout.id, bookingId: booking.id },
      ...{ amountPence: paid.amountPence, currency: paid.currency, outcome: reason ? 'returned' : 'confirmed' },
      ...{ paidAt: paid.paidAt, recordedAt: toInstant(now), billId: checkout.billId },
    })
    .onConflict((conflict) => conflict.columns(['provider', 'providerPaymentId']).doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!payment) return undefined
  await tx
    .updateTable('checkouts')
    .set({ state: 'paid', sessionId: checkout.sessionId ?? paid.sessionId })
    .where('id', '=', checkout.id)
    .execute()
  if (reason) {
    const id = await askRefund(services, tx, { payment, amountPence: paid.amountPence, reason })
    return id === undefined ? undefined : { announces: { occasion: 'refunded', id } }
  }
  return {
    set: {},
    announces: [{ occasion: 'bill_paid', id: payment.id }, ...(await afterMoney(services, tx, booking.id))],
    jobs: await endPages(tx, booking.id),
  }
}

/** Returns the announcement after a payment, a bill, or a credit note of this amount: the refund of any overpayment. */
export const afterMoney = async (services: Services, tx: Transaction<Tables>, bookingId: string, creditedPence?: number) =>
  (await settleOverpaid(services, tx, bookingId, creditedPence)).map((id) => ({ occasion: 'refunded' as const, id }))

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
