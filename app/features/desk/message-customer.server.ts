import type { Transaction } from 'kysely'
import { actOnBooking } from '#app/features/booking/act-on-booking.server.ts'
import { StepRefused } from '#app/features/booking/refusals.ts'
import { readMessage } from '#app/features/tracking/message-text.ts'
import { valuesOf } from '#app/platform/form-values.ts'
import type { Services } from '#app/platform/services.ts'
import { type Instant, toInstant } from '#app/values/clock.ts'
import { hashOf, newId } from '#app/values/ids.ts'
import type { Tables } from '#db/tables.ts'

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

interface OfBooking {
  bookingId: string
  /** The id of the user. The caller has checked that they are staff. */
  staffId: string
}

/** Marks the messages of a booking's customer as read. Throws `BookingNotFound`. */
export async function markRead(services: Services, { bookingId, staffId }: OfBooking): Promise<void> {
  await actOnBooking(services, { bookingId, actor: staffId }, async (tx, { now }) =>
    (await readAll(tx, bookingId, staffId, toInstant(now))) > 0 ? { action: 'booking.read-messages' } : undefined,
  )
}

/** Marks the customer of a booking as answered by phone. Throws `BookingNotFound`. */
export async function markAnswered(services: Services, { bookingId, staffId }: OfBooking): Promise<void> {
  await actOnBooking(services, { bookingId, actor: staffId }, async (tx, { now }) =>
    (await answerAll(tx, bookingId, staffId, toInstant(now))) > 0 ? { action: 'booking.answer-messages' } : undefined,
  )
}

const readAll = async (tx: Transaction<Tables>, bookingId: string, staffId: string, at: Instant): Promise<number> => {
  const read = await tx
    .updateTable('bookingMessages')
    .set({ readAt: at, readBy: staffId })
    .where('bookingId', '=', bookingId)
    .where('sender', '=', 'customer')
    .where('readAt', 'is', null)
    .returning('id')
    .execute()
  return read.length
}

/** Marks all messages of a booking's customer as answered, in the caller's transaction. Returns how many were not. */
async function answerAll(tx: Transaction<Tables>, bookingId: string, staffId: string, at: Instant): Promise<number> {
  await readAll(tx, bookingId, staffId, at)
  const answered = await tx
    .updateTable('bookingMessages')
    .set({ answeredAt: at })
    .where('bookingId', '=', bookingId)
    .where('sender', '=', 'customer')
    .where('answeredAt', 'is', null)
    .returning('id')
    .execute()
  return answered.length
}
