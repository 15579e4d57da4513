import { jobsForChange } from '#app/features/notifications/reads.server.ts'
import { readPaidFee } from '#app/features/payments/reads.server.ts'
import { refundBooking } from '#app/features/payments/refund.server.ts'
import { freeSlot } from '#app/features/redline/take-slot.server.ts'
import { minutes, toInstant } from '#app/platform/clock.ts'
import { newId } from '#app/platform/ids.ts'
import { enqueue } from '#app/platform/jobs.ts'
import type { RateLimit } from '#app/platform/rate-limit.ts'
import type { Services } from '#app/platform/services.ts'
import { type Act, inTurn } from './change-booking.server.ts'
import { type Cancellation, cancellationOf, cancellationText, versionOf } from './rules.ts'
import { BookingChanged, ChangeRefused } from './schema.ts'

export const cancelLimit: RateLimit<'booking-cancel'> = { name: 'booking-cancel', turns: 5, windowMs: minutes(1) }

export interface CancelBooking extends Act {
  /** `versionOf` the booking that the customer saw. */
  seen: string
  /** The most that the customer was told it would cost, in pence: it is never done for more. */
  toldPence: number
}

/**
 * Cancels a booking for its customer (DESIGN 5; terms, changing-or-cancelling): status, history, and word to customer and staff in one
 * transaction; a Red Line slot goes back where nobody was sent for it. What is charged and refunded stands in the history, and
 * what was paid goes back. Cancelled twice is cancelled once. Throws `BookingChanged`, `ChangeRefused`, `TooManySubmits` or `BookingNotFound`.
 */
export async function cancelBooking(services: Services, { bookingId, actor, clientKey, seen, toldPence }: CancelBooking): Promise<void> {
  await inTurn<Cancellation | undefined>(
    services,
    { bookingId, limits: [[cancelLimit, clientKey]] },
    async (tx, { booking, events, now }) => {
      if (booking.status === 'cancelled') return { done: undefined }
      const cancellation = cancellationOf(booking, events, now, await readPaidFee(tx, bookingId))
      if ('refused' in cancellation) return { refused: new ChangeRefused(cancellation.refused) }
      if (versionOf(booking) !== seen || cancellation.chargePence > toldPence) return { refused: new BookingChanged() }
      const at = toInstant(now)
      const cancelled = await tx
        .updateTable('bookings')
        .set({ status: 'cancelled', revision: booking.revision + 1, revisedAt: at })
        .where('id', '=', bookingId)
        .where('status', '=', booking.status)
        .where('revision', '=', booking.revision)
        .returning('revision')
        .executeTakeFirst()
      if (!cancelled) return 'overtaken'
      const event = {
        id: newId(),
        bookingId,
        at,
        actor,
        kind: 'cancelled' as const,
        fromStatus: booking.status,
        toStatus: 'cancelled' as const,
      }
      await tx
        .insertInto('bookingEvents')
        .values({ ...event, note: cancellationText(cancellation) })
        .execute()
      if (cancellation.freesSlot) await freeSlot(tx, bookingId)
      await refundBooking(services, tx, booking, { amountPence: cancellation.refundPence, reason: 'cancelled' })
      if (booking.paymentDueAt) await enqueue(tx, now, [{ kind: 'end-checkout', payload: { bookingId } }])
      await enqueue(
        tx,
        now,
        await jobsForChange(services, tx, booking, { change: 'cancelled', id: event.id, revision: cancelled.revision }),
      )
      return { done: cancellation }
    },
  )
  services.jobsAdded()
}
