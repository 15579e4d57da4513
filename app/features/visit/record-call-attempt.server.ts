import { StepRefused } from '#app/features/booking/refusals.ts'
import { textReader } from '#app/platform/fields.ts'
import { valuesOf } from '#app/platform/form-values.ts'
import type { Services } from '#app/platform/services.ts'
import { hashOf, newId } from '#app/values/ids.ts'
import { actByEngineer, type OwnAct } from './act-by-engineer.server.ts'
import { callAttempt } from './door-wait.ts'
import { readDoorWait } from './read-door-wait.server.ts'

const mostAttempts = 30
const readNote = textReader('The note', { max: 300 })

/**
 * Records that an engineer at the door tried to reach the customer, who is told with the first try. Throws `InvalidEntry`, `StepRefused` if
 * they are not at the door, or after 30 tries, and as `actByEngineer` does.
 */
export async function recordCallAttempt(
  services: Services,
  { seen: _, key = newId(), ...act }: OwnAct,
  typed: { note: string },
): Promise<void> {
  const { note } = valuesOf({ note: readNote(typed.note) })
  const { bookingId, userId } = act
  await actByEngineer(services, { ...act, key, kind: callAttempt }, async (tx, { booking, at }) => {
    const wait = booking.erasedAt ? undefined : await readDoorWait(tx, bookingId)
    if (!wait) throw new StepRefused('You haven’t arrived at this job. Tap ‘I’ve arrived’ first.')
    if (wait.attempts.length >= mostAttempts) throw new StepRefused('You’ve tried enough times. Close the visit, or agree another time.')
    const attempt = { id: newId(), bookingId, idempotencyKey: hashOf(key), at, actor: userId, note }
    await tx.insertInto('callAttempts').values(attempt).execute()
    return {
      action: 'booking.call-attempt',
      ...(wait.attempts.length === 0 && { announces: { occasion: 'at_door' as const, id: attempt.id } }),
    }
  })
}
