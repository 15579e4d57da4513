import { actOnBooking, type CustomerAct } from '#app/features/booking/act-on-booking.server.ts'
import { findDangers, storedDangers } from '#app/features/booking/find-dangers.ts'
import { InvalidMessage } from '#app/features/booking/refusals.ts'
import { limits } from '#app/platform/limits.ts'
import type { Services } from '#app/platform/services.ts'
import { toInstant } from '#app/values/clock.ts'
import { hashOf, newId, newToken } from '#app/values/ids.ts'
import { readMessage } from './message-text.ts'

export interface MessageStaff extends CustomerAct {
  text: string
  /** Made with the form: sending it twice makes one message. Without one, each is a separate message. */
  idempotencyKey: string | undefined
}

/**
 * Stores a customer's message about a booking at any status, and tells staff, in one transaction. Throws `InvalidMessage`, `TooManySubmits`
 * or `BookingNotFound`.
 */
export async function messageStaff(services: Services, message: MessageStaff): Promise<void> {
  const { bookingId, actor, clientKey, idempotencyKey } = message
  const read = readMessage(message.text)
  if ('problem' in read) throw new InvalidMessage(read.problem)
  const turns = [[limits.message, clientKey] as const, [limits.messages, bookingId] as const]
  await actOnBooking(services, { bookingId, actor, limits: turns }, async (tx, { booking, now }) => {
    const key = hashOf(`${bookingId}:${idempotencyKey ?? newToken()}`)
    const kept = await tx
      .insertInto('bookingMessages')
      .values({ id: newId(), bookingId, idempotencyKey: key, at: toInstant(now), sender: 'customer', actor, text: read.value })
      .onConflict((conflict) => conflict.column('idempotencyKey').doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!kept) return undefined
    const dangers = [...new Set([...storedDangers(booking), ...findDangers(read.value)])].join(' ')
    return { set: { dangers }, isUnseen: true, announces: { occasion: 'message', id: kept.id } }
  })
}
