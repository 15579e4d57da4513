import type { Transaction } from 'kysely'
import { londonDay } from '#app/platform/london.ts'
import { toInstant } from '#app/values/clock.ts'
import type { Tables } from '#db/tables.ts'
import { freeSlot, lockSlots, takeSlot } from './take-slot.server.ts'

/**
 * Sells a slot to a booking that has been paid, in the caller's transaction: the one held for it, or, if any will do, a free one of today.
 * Returns whether there was one. An expired hold of yesterday doesn't count: the engineer drives today.
 */
export async function sellSlot(tx: Transaction<Tables>, bookingId: string, now: Date, anotherWillDo: boolean): Promise<boolean> {
  const today = londonDay(now)
  await lockSlots(tx, now)
  const held = await tx
    .updateTable('redlineSlots')
    .set({ heldUntil: null, clientKey: null })
    .where('bookingId', '=', bookingId)
    .where((eb) => eb.or([eb('day', '=', today), eb('heldUntil', '>', toInstant(now))]))
    .returning('slot')
    .executeTakeFirst()
  if (held) return true
  if (!anotherWillDo) return false
  // A booking has one slot at most.
  await freeSlot(tx, bookingId)
  return takeSlot(tx, { bookingId, heldUntil: null, clientKey: null }, now)
}
