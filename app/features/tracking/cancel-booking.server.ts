import { actOnBooking, type CustomerAct } from '#app/features/booking/act-on-booking.server.ts'
import { steps } from '#app/features/booking/lifecycle.ts'
import { readHistory } from '#app/features/booking/read-booking.server.ts'
import { BookingOvertaken, ChangeRefused } from '#app/features/booking/refusals.ts'
import { cancellationOf, cancellationText } from '#app/features/capacity/cancellation.ts'
import { freeSlot } from '#app/features/capacity/take-slot.server.ts'
import { readPaidFee } from '#app/features/payments/paid-fee.server.ts'
import { refundBooking } from '#app/features/payments/refund.server.ts'
import { raiseCharge } from '#app/features/visit/charges.server.ts'
import { limits } from '#app/platform/limits.ts'
import type { Services } from '#app/platform/services.ts'

export interface CancelBooking extends CustomerAct {
  /** `versionOf` the booking that the customer saw. */
  seen: string
  /** The highest cost that the customer was shown, in pence: it is never exceeded. */
  toldPence: number
}

/**
 * Cancels a booking for its customer, by the terms: status, history, and messages to customer and staff in one transaction; a Red Line slot
 * is freed if no one was sent. Charges and refunds are in the history, and payments are refunded. Repeating it does nothing. Throws
 * `BookingOvertaken`, `ChangeRefused`, `TooManySubmits` or `BookingNotFound`.
 */
export async function cancelBooking(services: Services, { clientKey, toldPence, ...act }: CancelBooking): Promise<void> {
  await actOnBooking(services, { ...act, limits: [[limits.cancel, clientKey]] }, async (tx, { booking, now }) => {
    if (booking.status === steps.cancel.to) return undefined
    const fee = await readPaidFee(tx, booking.id)
    const cancellation = cancellationOf(booking, await readHistory(tx, booking.id), now, fee)
    if ('refused' in cancellation) throw new ChangeRefused(cancellation.refused)
    if (cancellation.chargePence > toldPence) throw new BookingOvertaken()
    if (cancellation.freesSlot) await freeSlot(tx, booking.id)
    const charge = { bookingId: booking.id, by: act.actor }
    await raiseCharge(tx, now, { ...charge, kind: 'late_cancellation', amountPence: cancellation.chargePence })
    // A payment is kept simply by not refunding it.
    if (!fee) await raiseCharge(tx, now, { ...charge, kind: 'priority_fee', amountPence: cancellation.keptFeePence })
    const refundId = await refundBooking(services, tx, booking.id, { amountPence: cancellation.refundPence, reason: 'cancelled' })
    return {
      set: { status: steps.cancel.to },
      isRevised: true,
      event: { kind: 'cancelled', note: cancellationText(cancellation) },
      announces: [...(refundId ? [{ occasion: 'money_returned' as const, id: refundId }] : []), 'cancelled'],
      jobs: booking.paymentDueAt ? [{ kind: 'end-checkout', payload: { bookingId: booking.id } }] : [],
    }
  })
}
