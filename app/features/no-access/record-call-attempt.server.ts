import { actOnBooking } from '#app/features/booking/act-on-booking.server.ts'
import { BookingNotFound } from '#app/features/booking/refusals.ts'
import { InvalidEntry, StepRefused } from '#app/features/roster/refusals.ts'
import type { Instant } from '#app/platform/clock.ts'
import { textReader } from '#app/platform/fields.ts'
import { hashOf, newId } from '#app/platform/ids.ts'
import type { Services } from '#app/platform/services.ts'
import { heldTo } from './door-wait.ts'
import { readDoorWait } from './read-door-wait.server.ts'

/** What an engineer does at the door of a job of their own. */
export interface DoorAct {
  bookingId: string
  engineerId: string
  /** Of the engineer's account. */
  userId: string
  /** The act's own: sent twice with it, it is done once. */
  key?: string
  /** When it happened, by the device that says so; absent: now. */
  at?: Instant
}

const mostAttempts = 30
const readNote = textReader('The note', { max: 300 })

/**
 * Records that an engineer at the door tried to reach the customer, who is told with the first try. Throws `InvalidEntry`, `BookingNotFound`
 * where the job is not theirs, and `StepRefused` where they are not at the door, or after 30 tries.
 */
export async function recordCallAttempt(
  services: Services,
  { bookingId, engineerId, userId, key = newId(), at }: DoorAct,
  typed: { note: string },
): Promise<void> {
  const note = readNote(typed.note)
  if ('problem' in note) throw new InvalidEntry({ note: note.problem })
  await actOnBooking(services, { bookingId, actor: userId }, async (tx, { booking, now }) => {
    if (booking.engineerId !== engineerId) throw new BookingNotFound()
    const idempotencyKey = hashOf(key)
    const sent = await tx
      .selectFrom('callAttempts')
      .select('id')
      .where('bookingId', '=', bookingId)
      .where('idempotencyKey', '=', idempotencyKey)
      .executeTakeFirst()
    if (sent) return undefined
    const wait = booking.erasedAt ? undefined : await readDoorWait(tx, bookingId)
    if (!wait) throw new StepRefused('You’re not at the door of this job. Tap ‘I’ve arrived’ first.')
    if (wait.attempts.length >= mostAttempts) throw new StepRefused('That’s enough tries. Close the visit, or agree another time.')
    const attempt = { id: newId(), bookingId, idempotencyKey, at: heldTo(wait, at, now), actor: userId, note: note.value }
    await tx.insertInto('callAttempts').values(attempt).execute()
    return {
      action: 'booking.call-attempt',
      ...(wait.attempts.length === 0 && { announces: { occasion: 'at_door' as const, id: attempt.id } }),
    }
  })
}
