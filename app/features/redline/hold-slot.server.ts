import type { Transaction } from 'kysely'
import { later, minutes, toInstant } from '#app/platform/clock.ts'
import { londonDay } from '#app/platform/london.ts'
import { redlineHoldMinutes, redlineSlotsPerDay } from '#content/rates.ts'
import type { Tables } from '#db/tables.ts'

/**
 * Holds one of today's five slots for a booking for 30 minutes, in the caller's transaction; a hold that ran out may be taken
 * over. Answers the slot's number, or undefined when all are occupied: the primary key (day, slot) decides, so no number of
 * callers gets a sixth.
 */
export async function holdSlot(tx: Transaction<Tables>, bookingId: string, now: Date): Promise<number | undefined> {
  const [day, at, heldUntil] = [londonDay(now), toInstant(now), later(now, minutes(redlineHoldMinutes))]
  for (let slot = 1; slot <= redlineSlotsPerDay; slot++) {
    const held = await tx
      .insertInto('redlineSlots')
      .values({ day, slot, bookingId, heldUntil })
      .onConflict((conflict) =>
        conflict.columns(['day', 'slot']).doUpdateSet({ bookingId, heldUntil }).where('redlineSlots.heldUntil', '<=', at),
      )
      .returning('slot')
      .executeTakeFirst()
    if (held) return held.slot
  }
  return undefined
}
