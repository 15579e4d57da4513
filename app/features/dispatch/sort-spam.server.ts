import { actByStaff, type StaffAct } from '#app/features/booking/act-on-booking.server.ts'
import { steps } from '#app/features/booking/lifecycle.ts'
import { StepRefused } from '#app/features/booking/refusals.ts'
import { refuseIfVisited } from '#app/features/booking/visit-end.server.ts'
import { freeSlot } from '#app/features/capacity/take-slot.server.ts'
import { readPaidFee } from '#app/features/payments/paid-fee.server.ts'
import type { Services } from '#app/platform/services.ts'
import { requireStep } from './steps/require-step.server.ts'

/**
 * Discards a booking as spam: it is over, its slot and places are free again, and no one is notified. It can be undone for 10 minutes, and
 * reopened after that. Refused for paid bookings and those that staff took by phone. Throws `BookingOvertaken`, `StepRefused` or
 * `BookingNotFound`.
 */
export async function discardSpam(services: Services, act: StaffAct): Promise<void> {
  await actByStaff(services, { ...act, act: 'discard', wish: null }, async (tx, { booking }) => {
    requireStep('discard', booking)
    await refuseIfVisited(tx, booking.id, 'An engineer has been to this job, so it isn’t spam. Cancel it instead.')
    if (booking.channel === 'phone') throw new StepRefused('We took this booking by phone. Cancel it instead.')
    if (await readPaidFee(tx, booking.id))
      throw new StepRefused('This booking has been paid for. Cancel it instead, so that the money is refunded.')
    await freeSlot(tx, booking.id)
    return {
      set: { status: steps.discard.to, suspectedSpam: 1, closedAs: 'spam' },
      isRevised: true,
      text: steps.discard.staff.past,
      jobs: booking.paymentDueAt ? [{ kind: 'end-checkout', payload: { bookingId: booking.id } }] : [],
    }
  })
}

/**
 * Marks possible spam as genuine: the webhook that was held back is sent. It still waits to be accepted. Throws
 * `BookingOvertaken`, `StepRefused` or `BookingNotFound`.
 */
export async function trustBooking(services: Services, act: StaffAct): Promise<void> {
  await actByStaff(services, { ...act, act: 'trust', wish: null }, async (_tx, { booking }) => {
    requireStep('trust', booking)
    if (!booking.suspectedSpam) throw new StepRefused('This booking isn’t marked as possible spam.')
    return { set: { suspectedSpam: 0 }, text: steps.trust.staff.past, announces: 'trusted' }
  })
}
