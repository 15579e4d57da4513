import type { Transaction } from 'kysely'
import { toInstant } from '#app/platform/clock.ts'
import { londonDay } from '#app/platform/london.ts'
import { redlineSlotsPerDay } from '#content/rates.ts'
import type { RedlineSlotsTable, Tables } from '#db/tables.ts'

/** Gives the Red Line slot of a booking back to its day, in the caller's transaction; nothing where it has none. */
export async function freeSlot(tx: Transaction<Tables>, bookingId: string): Promise<void> {
  await tx.deleteFrom('redlineSlots').where('bookingId', '=', bookingId).execute()
}

/**
 * Takes the first of today's five slots that is free, or whose hold has run out, in the caller's transaction. Answers whether there was
 * one: the primary key (day, slot) decides, so no number of callers gets a sixth.
 */
export async function takeSlot(
  tx: Transaction<Tables>,
  taken: Pick<RedlineSlotsTable, 'bookingId' | 'heldUntil' | 'clientKey'>,
  now: Date,
): Promise<boolean> {
  const [day, at] = [londonDay(now), toInstant(now)]
  for (let slot = 1; slot <= redlineSlotsPerDay; slot++) {
    const row = await tx
      .insertInto('redlineSlots')
      .values({ day, slot, ...taken })
      .onConflict((conflict) => conflict.columns(['day', 'slot']).doUpdateSet(taken).where('redlineSlots.heldUntil', '<=', at))
      .returning('slot')
      .executeTakeFirst()
    if (row) return true
  }
  return false
}
