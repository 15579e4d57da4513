import { actByStaff, type StaffAct } from '#app/features/booking/act-on-booking.server.ts'
import { steps } from '#app/features/booking/lifecycle.ts'
import { readHistory } from '#app/features/booking/read-booking.server.ts'
import { cancellationByUs, cancellationByUsText } from '#app/features/capacity/cancellation.ts'
import { freeSlot } from '#app/features/capacity/take-slot.server.ts'
import { readPaidFee } from '#app/features/payments/paid-fee.server.ts'
import { refundBooking } from '#app/features/payments/refund.server.ts'
import { raiseCharge } from '#app/features/visit/charges.server.ts'
import { textReader } from '#app/platform/fields.ts'
import { valuesOf } from '#app/platform/form-values.ts'
import type { Services } from '#app/platform/services.ts'
import { requireStep } from './steps/require-step.server.ts'

interface CancelByStaff extends StaffAct {
  /** Why, in a sentence that the customer reads too. 1 to 300 characters. */
  reason: string
}

const readReason = textReader('The reason', { max: 300, required: 'Give a reason. The customer will see this' })

/**
 * Cancels a booking on our part and tells the customer why: the Red Line slot is freed if no one was sent, everything paid is refunded
 * unless the engineer has arrived, and nothing more can be paid. Throws `InvalidEntry`, `BookingOvertaken`, `StepRefused` or
 * `BookingNotFound`.
 */
export async function cancelByStaff(services: Services, { reason: typed, ...act }: CancelByStaff): Promise<void> {
  const { reason: given } = valuesOf({ reason: readReason(typed) })
  const reason = /[.!?]$/.test(given) ? given : `${given}.`
  await actByStaff(services, { ...act, act: 'cancel', wish: reason }, async (tx, { booking, now }) => {
    requireStep('cancel', booking)
    const fee = await readPaidFee(tx, booking.id)
    const cancellation = cancellationByUs(booking, await readHistory(tx, booking.id), fee)
    const { refundPence, keptFeePence } = cancellation
    if (cancellation.freesSlot) await freeSlot(tx, booking.id)
    // A payment is kept simply by not refunding it.
    if (!fee) await raiseCharge(tx, now, { bookingId: booking.id, kind: 'priority_fee', amountPence: keptFeePence, by: act.staffId })
    const refundId = await refundBooking(services, tx, booking.id, { amountPence: refundPence, reason: 'cancelled' })
    return {
      set: { status: steps.cancel.to },
      isRevised: true,
      text: `cancelled it: ${reason}`,
      event: { kind: 'cancelled', note: `${reason} ${cancellationByUsText(cancellation)}` },
      detail: { refundPence, keptFeePence },
      announces: [...(refundId ? [{ occasion: 'money_returned' as const, id: refundId }] : []), 'called_off'],
      jobs: booking.paymentDueAt ? [{ kind: 'end-checkout', payload: { bookingId: booking.id } }] : [],
    }
  })
}
