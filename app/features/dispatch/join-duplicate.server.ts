import { actOnBookingIn, lockBooking, type StaffAct } from '#app/features/booking/act-on-booking.server.ts'
import { hasEnded, steps } from '#app/features/booking/lifecycle.ts'
import { readHistory } from '#app/features/booking/read-booking.server.ts'
import { BookingNotFound, StepRefused } from '#app/features/booking/refusals.ts'
import { isReturn } from '#app/features/booking/same-visit.ts'
import { refuseIfVisited } from '#app/features/booking/visit-end.server.ts'
import { cancellationByUs, cancellationByUsText } from '#app/features/capacity/cancellation.ts'
import { freeSlot } from '#app/features/capacity/take-slot.server.ts'
import { readPaidFee } from '#app/features/payments/paid-fee.server.ts'
import { refundBooking } from '#app/features/payments/refund.server.ts'
import type { Services } from '#app/platform/services.ts'
import { requireStep } from './steps/require-step.server.ts'

interface JoinDuplicate extends StaffAct {
  /** The id of the booking that continues. */
  into: string
}

/**
 * Closes a booking as a duplicate of another one of the same customer, which continues: free of charge, its Red Line slot is freed, and
 * everything paid for it is refunded. The customer is told once. Both are locked, so two bookings are never closed for each other. Throws
 * `BookingOvertaken`, `StepRefused` or `BookingNotFound`.
 */
export async function joinDuplicate(services: Services, { bookingId, staffId, seen, into }: JoinDuplicate): Promise<void> {
  await services.db.transaction().execute(async (tx) => {
    // In everyone's locking order.
    for (const id of [bookingId, into].toSorted()) if (!(await lockBooking(tx, id))) throw new BookingNotFound()
    const press = { act: 'join', wish: into } as const
    await actOnBookingIn(services, tx, { bookingId, actor: staffId, seen, press }, async (_tx, { booking }) => {
      requireStep('join', booking)
      await refuseIfVisited(tx, bookingId, 'An engineer has been to this job, so it isn’t a duplicate. Cancel it instead.')
      const kept = await tx.selectFrom('bookings').selectAll().where('id', '=', into).executeTakeFirstOrThrow()
      if (into === bookingId) throw new StepRefused('A booking can’t be its own duplicate.')
      if (isReturn(booking, kept)) throw new StepRefused(`This is a return visit, not the same visit as ${kept.reference}.`)
      if (hasEnded(kept.status)) throw new StepRefused(`${kept.reference} has ended. Check it first: this one may be the one to keep.`)
      const isSameCustomer =
        kept.phone === booking.phone || (booking.email !== '' && kept.email.toLowerCase() === booking.email.toLowerCase())
      if (!isSameCustomer) throw new StepRefused(`${kept.reference} has a different phone number and email, so it’s another customer’s.`)
      const cancellation = cancellationByUs(booking, await readHistory(tx, bookingId), await readPaidFee(tx, bookingId))
      const { refundPence, keptFeePence } = cancellation
      if (cancellation.freesSlot) await freeSlot(tx, bookingId)
      await refundBooking(services, tx, bookingId, { amountPence: refundPence, reason: 'cancelled' })
      return {
        set: { status: steps.join.to, closedAs: 'duplicate' as const, duplicateOf: into },
        isRevised: true,
        text: `closed it as a duplicate of ${kept.reference}`,
        event: {
          kind: 'cancelled' as const,
          note: `This was the same visit as ${kept.reference}, which is still going ahead. ${cancellationByUsText(cancellation)}`,
        },
        detail: { into, refundPence, keptFeePence },
        announces: 'joined' as const,
        jobs: booking.paymentDueAt ? [{ kind: 'end-checkout' as const, payload: { bookingId } }] : [],
      }
    })
  })
  services.jobsAdded()
}
