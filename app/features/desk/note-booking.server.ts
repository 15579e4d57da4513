import { actOnBooking } from '#app/features/booking/act-on-booking.server.ts'
import { erasedText, StepRefused } from '#app/features/booking/refusals.ts'
import { readMessage } from '#app/features/tracking/message-text.ts'
import { valuesOf } from '#app/platform/form-values.ts'
import type { Services } from '#app/platform/services.ts'
import { toInstant } from '#app/values/clock.ts'
import { hashOf, newId } from '#app/values/ids.ts'

interface NoteBooking {
  bookingId: string
  /** The id of the user. The caller has checked that they are staff. */
  staffId: string
  /** 1 to 1000 characters. */
  text: string
  /** Made with the form: sending it twice makes one note. */
  idempotencyKey: string
}

/**
 * Stores a note about a booking at any status, for staff only. It doesn't change the booking's version. Throws `InvalidEntry`,
 * `StepRefused` or `BookingNotFound`.
 */
export async function noteBooking(services: Services, { bookingId, staffId, idempotencyKey, ...typed }: NoteBooking): Promise<void> {
  const { text } = valuesOf({ text: readMessage(typed.text, 'note') })
  await actOnBooking(services, { bookingId, actor: staffId }, async (tx, { booking, now }) => {
    if (booking.erasedAt) throw new StepRefused(erasedText)
    const kept = await tx
      .insertInto('bookingNotes')
      .values({
        ...{ id: newId(), bookingId, at: toInstant(now), actor: staffId, text },
        idempotencyKey: hashOf(`${bookingId}:${staffId}:${idempotencyKey}`),
      })
      .onConflict((conflict) => conflict.column('idempotencyKey').doNothing())
      .returning('id')
      .executeTakeFirst()
    return kept && { action: 'booking.note' }
  })
}
