import type { Transaction } from 'kysely'
import { actOnBookingIn } from '#app/features/booking/act-on-booking.server.ts'
import { BookingOvertaken } from '#app/features/booking/refusals.ts'
import { readOverpaidPence } from '#app/features/payments/bill-balance.server.ts'
import { disputeText, readBlockingDispute } from '#app/features/payments/disputes.server.ts'
import { isHandMethod } from '#app/features/payments/hand-payments.ts'
import { readReturnedPence } from '#app/features/payments/paid-fee.server.ts'
import { askRefund } from '#app/features/payments/refund.server.ts'
import { RefundEntryWrong, RefundRefused, RefundUnconfirmed } from '#app/features/payments/refusals.ts'
import { requireWithinReturnLimit } from '#app/features/visit/return-limit.server.ts'
import { recordAudit } from '#app/platform/audit.ts'
import { sanitiseLine } from '#app/platform/sanitise.ts'
import type { Services } from '#app/platform/services.ts'
import { poundsText } from '#content/money.ts'
import type { PaymentsTable } from '#db/tables/payments.ts'
import type { Tables } from '#db/tables.ts'

interface RefundByStaff {
  paymentId: string
  amountPence: number
  /** Why, for the booking's history: 1 to 300 characters. */
  reason: string
  /** The amount they confirmed; absent: they have not been asked. */
  confirmedPence?: number
  /** The amount already refunded of the payment when they looked, in pence: repeated or concurrent requests make one refund. */
  seenReturnedPence: number
}

const longestReason = 300

/**
 * Refunds a payment or a part of it, never more than is left; staff within their daily limit. The caller has checked that `staffId` is
 * staff. Throws `BookingOvertaken` if something was refunded meanwhile, `RefundEntryWrong`, `RefundRefused`, or `RefundUnconfirmed` with
 * the question to confirm; then nothing is done.
 */
export async function refundByStaff(services: Services, staffId: string, wish: RefundByStaff): Promise<void> {
  const asked = { staffId, ...wish, reason: readReason(wish.reason) }
  await services.db.transaction().execute(async (tx) => {
    const payment = await tx.selectFrom('payments').select('bookingId').where('id', '=', wish.paymentId).executeTakeFirst()
    if (payment?.bookingId)
      await actOnBookingIn(services, tx, { bookingId: payment.bookingId, actor: staffId }, async (_, { booking }) => ({
        announces: { occasion: 'refunded', id: await refund(services, tx, asked, booking.name) },
      }))
    else await refund(services, tx, asked, 'the payer')
  })
  services.jobsAdded()
}

interface Asked extends RefundByStaff {
  staffId: string
}

async function refund(services: Services, tx: Transaction<Tables>, asked: Asked, to: string): Promise<string> {
  const { staffId, paymentId, amountPence, reason, confirmedPence, seenReturnedPence } = asked
  // Locked as well: a payment without a booking has no other lock.
  const payment = await tx
    .updateTable('payments')
    .set((eb) => ({ id: eb.ref('id') }))
    .where('id', '=', paymentId)
    .returning(['id', 'amountPence', 'provider', 'bookingId', 'outcome', 'voidedAt'])
    .executeTakeFirst()
  if (!payment) throw new RefundRefused('We can’t find that payment. Check the booking again.')
  if (payment.voidedAt) throw new RefundRefused('This payment was voided because it was recorded by mistake. Check the booking again.')
  const dispute = await readBlockingDispute(tx, paymentId)
  if (dispute) throw new RefundRefused(disputeText(dispute))
  const returnedPence = await readReturnedPence(tx, paymentId)
  if (returnedPence !== seenReturnedPence) throw new BookingOvertaken()
  const leftPence = payment.amountPence - returnedPence
  if (leftPence === 0) throw new RefundRefused('All of this payment has been refunded, or is on its way.')
  if (!Number.isSafeInteger(amountPence) || amountPence < 1 || amountPence > leftPence)
    throw new RefundEntryWrong({
      amount: `Enter an amount from ${poundsText(1)} to ${poundsText(leftPence)}. That’s what’s left of this payment.`,
    })
  await requireOverpaid(tx, payment, amountPence)
  if (reason === '') throw new RefundEntryWrong({ refundReason: 'Enter a reason for your colleagues' })
  const form = isHandMethod(payment.provider) ? 'by_hand' : 'refund'
  await requireWithinReturnLimit(services, tx, staffId, { bookingId: payment.bookingId, form, amountPence })
  if (confirmedPence !== amountPence) throw new RefundUnconfirmed(`Refund ${poundsText(amountPence)} to ${to}?`)
  const refundId = await askRefund(services, tx, { payment, amountPence, reason: 'staff', askedBy: staffId, note: reason })
  if (!refundId) throw new Error('A refund by staff was mistaken for a repeat of an earlier one')
  await recordAudit(tx, services.clock.now(), {
    actor: staffId,
    action: 'payment.refund',
    subject: paymentId,
    detail: { refund: refundId, amountPence },
  })
  return refundId
}

/** Once there is a bill, only overpayments are refunded: anything else would be owed again. */
async function requireOverpaid(tx: Transaction<Tables>, payment: Pick<PaymentsTable, 'bookingId' | 'outcome'>, amountPence: number) {
  const overpaidPence = payment.bookingId && payment.outcome === 'confirmed' ? await readOverpaidPence(tx, payment.bookingId) : undefined
  if (overpaidPence !== undefined && amountPence > overpaidPence)
    throw new RefundRefused('This visit has been billed. Issue a credit note instead, and the card will be refunded automatically.')
}

function readReason(typed: string): string {
  const reason = sanitiseLine(typed.slice(0, 5 * longestReason))
  if (reason.length > longestReason) throw new RefundEntryWrong({ refundReason: `The reason must be ${longestReason} characters or fewer` })
  return reason
}
