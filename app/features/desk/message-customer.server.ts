import { actOnBooking } from '#app/features/booking/act-on-booking.server.ts'
import { StepRefused } from '#app/features/booking/refusals.ts'
import { readMessage } from '#app/features/tracking/message-text.ts'
import { valuesOf } from '#app/platform/form-values.ts'
import type { Services } from '#app/platform/services.ts'
import { toInstant } from '#app/values/clock.ts'
import { hashOf, newId } from '#app/values/ids.ts'
import { answerAll } from './sort-messages.server.ts'

interface MessageCustomer {
  bookingId: string
  /** The id of the user. The caller has checked that they are staff. */
  staffId: string
  /** 1 to 1000 characters. */
  text: string
  /** Made with the form: sending it twice makes one message. */
  idempotencyKey: string
}

/**
 * Writes to the customer of a booking at any status: on its page, and by email. Throws `InvalidEntry`, `StepRefused` or `BookingNotFound`.
 */
export async function messageCustomer(
  services: Services,
  { bookingId, staffId, idempotencyKey, ...typed }: MessageCustomer,
): Promise<void> {
  const { text } = valuesOf({ text: readMessage(typed.text) })
  await actOnBooking(services, { bookingId, actor: staffId }, async (tx, { booking, now }) => {
    if (booking.erasedAt) throw new StepRefused('The customer has had this booking erased, so there’s no one to write to.')
    const kept = await tx
      .insertInto('bookingMessages')
      .values({
        ...{ id: newId(), bookingId, at: toInstant(now), sender: 'staff', actor: staffId, text },
        idempotencyKey: hashOf(`${bookingId}:${staffId}:${idempotencyKey}`),
      })
      .onConflict((conflict) => conflict.column('idempotencyKey').doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!kept) return undefined
    await answerAll(tx, bookingId, staffId, toInstant(now))
    return { action: 'booking.message', announces: { occasion: 'reply', id: kept.id } }
  })
}
