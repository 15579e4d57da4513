import { readOverpaidPence } from '#app/features/payments/bill-balance.server.ts'
import { disputeText, readDisputes } from '#app/features/payments/disputes.server.ts'
import { handMethods, isHandMethod, paidInWords } from '#app/features/payments/hand-payments.ts'
import { type RefundReason, refundStateText, staffRefundReason } from '#app/features/payments/refund-reasons.ts'
import { momentText } from '#app/platform/london.ts'
import type { Services } from '#app/platform/services.ts'
import { poundsText } from '#content/money.ts'

/**
 * Everything paid for a booking. `left`: the most that may be refunded now, in pounds; `creditsFirst`: nothing can be refunded before a
 * credit note.
 */
export async function readPayments({ db }: Services, bookingId: string) {
  const payments = await db.selectFrom('payments').selectAll().where('bookingId', '=', bookingId).orderBy('id').limit(50).execute()
  const refunds =
    payments.length > 0
      ? await db
          .selectFrom('refunds')
          .selectAll()
          .where(
            'paymentId',
            'in',
            payments.map(({ id }) => id),
          )
          .orderBy('id')
          .limit(200)
          .execute()
      : []
  const overpaidPence = await readOverpaidPence(db, bookingId)
  const disputes = await readDisputes(db, [bookingId])
  return payments.map(({ id, amountPence, provider, paidAt, outcome, voidedAt }) => {
    const own = refunds.filter(({ paymentId }) => paymentId === id)
    const returnedPence = own.filter(({ state }) => state !== 'failed').reduce((sum, refund) => sum + refund.amountPence, 0)
    const leftPence = amountPence - returnedPence
    // Once there is a bill, its credit notes come first.
    const disputed = disputes.filter(({ paymentId }) => paymentId === id)
    const isOurs = !disputed.some(({ state }) => state === 'open' || state === 'lost')
    const mostPence = voidedAt || !isOurs ? 0 : outcome === 'confirmed' ? Math.min(leftPence, overpaidPence ?? leftPence) : leftPence
    return {
      id,
      text: `${poundsText(amountPence)} ${paidInWords(isHandMethod(provider) ? handMethods[provider] : 'Card')}, ${momentText(paidAt)}`,
      isVoided: voidedAt !== null,
      isByCard: !isHandMethod(provider),
      returnedPence,
      left: mostPence > 0 ? (mostPence / 100).toFixed(2) : undefined,
      creditsFirst: !voidedAt && isOurs && mostPence === 0 && leftPence > 0,
      returns: [
        ...own.map((refund) => ({
          id: refund.id,
          text: `${refundStateText(refund)}, ${momentText(refund.createdAt)}: ${refund.note ?? staffRefundReason(refund.reason as RefundReason)}`,
        })),
        ...disputed.map((dispute) => ({ id: dispute.id, text: disputeText(dispute) })),
      ],
    }
  })
}
