import type { Transaction } from 'kysely'
import { actOnBookingIn } from '#app/features/booking/act-on-booking.server.ts'
import { BookingOvertaken } from '#app/features/booking/refusals.ts'
import { readReturnedPence } from '#app/features/payments/paid-fee.server.ts'
import { askRefund } from '#app/features/payments/refund.server.ts'
import { RefundAmountWrong, RefundRefused } from '#app/features/payments/refusals.ts'
import { recordAudit } from '#app/platform/audit.ts'
import type { Services } from '#app/platform/services.ts'
import { poundsText } from '#content/money.ts'
import type { Tables } from '#db/tables.ts'

export interface RefundByStaff {
  paymentId: string
  amountPence: number
  /** What of the payment had gone back when they looked, in pence: pressed twice, or by two, it is one refund. */
  seenReturnedPence: number
}

/**
 * Returns a payment or a part of it, never more than is left of it. Whoever calls has checked that `staffId` is staff.
 * Throws `BookingOvertaken` where money went back meanwhile, `RefundAmountWrong` or `RefundRefused`; then nothing is done.
 */
export async function refundByStaff(services: Services, staffId: string, wish: RefundByStaff): Promise<void> {
  await services.db.transaction().execute(async (tx) => {
    const payment = await tx.selectFrom('payments').select('bookingId').where('id', '=', wish.paymentId).executeTakeFirst()
    if (payment?.bookingId)
      await actOnBookingIn(services, tx, { bookingId: payment.bookingId, actor: staffId }, async () => ({
        announces: { occasion: 'refunded', id: await refund(services, tx, { staffId, ...wish }) },
      }))
    else await refund(services, tx, { staffId, ...wish })
  })
  services.jobsAdded()
}

async function refund(
  services: Services,
  tx: Transaction<Tables>,
  { staffId, paymentId, amountPence, seenReturnedPence }: RefundByStaff & { staffId: string },
): Promise<string> {
  // Locked as well: one that came for no booking has no other lock.
  const payment = await tx
    .updateTable('payments')
    .set((eb) => ({ id: eb.ref('id') }))
    .where('id', '=', paymentId)
    .returning(['id', 'amountPence'])
    .executeTakeFirst()
  if (!payment) throw new RefundRefused('There is no such payment. Look at the booking again.')
  const returnedPence = await readReturnedPence(tx, paymentId)
  if (returnedPence !== seenReturnedPence) throw new BookingOvertaken()
  const leftPence = payment.amountPence - returnedPence
  if (leftPence === 0) throw new RefundRefused('All of this payment has been returned, or is on its way.')
  if (!Number.isSafeInteger(amountPence) || amountPence < 1 || amountPence > leftPence)
    throw new RefundAmountWrong(`Enter an amount from ${poundsText(1)} to ${poundsText(leftPence)}: that is what is left of this payment.`)
  const refundId = await askRefund(services, tx, { payment, amountPence, reason: 'staff' })
  if (!refundId) throw new Error('A refund by staff was taken for a repetition')
  await recordAudit(tx, services.clock.now(), {
    actor: staffId,
    action: 'payment.refund',
    subject: paymentId,
    detail: { refund: refundId, amountPence },
  })
  return refundId
}
