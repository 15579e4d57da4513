import type { Transaction } from 'kysely'
import { londonDay } from '#app/platform/london.ts'
import { lockKey } from '#app/platform/rate-limit.ts'
import { toInstant } from '#app/values/clock.ts'
import type { RedlineSlotsTable } from '#db/tables/capacity.ts'
import type { Tables } from '#db/tables.ts'
import { readHighestSlot, readSlotsLeft, readSlotsPerDay } from './slots-left.server.ts'

/**
 * Makes everything that holds, sells or reads Red Line slots run one after the other until the transaction ends. Take it before any lock of
 * a slot's row: row locks can't order them, since a slot that is taken or freed in between leaves a gap, and two transactions around it
 * deadlock. Take it after the lock of a booking's row and before that of places.
 */
export const lockSlots = (tx: Transaction<Tables>, now: Date): Promise<void> => lockKey(tx, 'redline-slots', '', now)

/** Frees the Red Line slot of a booking, if it has one, in the caller's transaction. */
export async function freeSlot(tx: Transaction<Tables>, bookingId: string): Promise<void> {
  await tx.deleteFrom('redlineSlots').where('bookingId', '=', bookingId).execute()
}

/**
 * Takes the first of today's slots that is free, or whose hold has run out, in the caller's transaction. Returns whether there was one: the
 * primary key (day, slot) decides, so no number of callers gets one more than the day has. If the owner reduces them during a day, those
 * already taken above the new number count as well.
 */
export async function takeSlot(
  tx: Transaction<Tables>,
  taken: Pick<RedlineSlotsTable, 'bookingId' | 'heldUntil' | 'clientKey'>,
  now: Date,
): Promise<boolean> {
  const [day, at] = [londonDay(now), toInstant(now)]
  const slotsPerDay = await readSlotsPerDay(tx)
  if ((await readHighestSlot(tx, day)) > slotsPerDay && (await readSlotsLeft(tx, now)) === 0) return false
  for (let slot = 1; slot <= slotsPerDay; slot++) {
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
