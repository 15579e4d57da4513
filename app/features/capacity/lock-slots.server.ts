import type { Transaction } from 'kysely'
import type { LondonDay } from '#app/platform/day.ts'
import type { Tables } from '#db/tables.ts'
import { readHighestSlot, readSlotsPerDay } from './slots-left.server.ts'

/**
 * Locks the taken slots of a day, in their order, until the transaction ends: for whoever touches its own slot before it may look for
 * another. PostgreSQL keeps the lock of a row that it waited for and then found to be somebody else's; whoever kept one and began again
 * at the first would wait for a visitor who waits for it.
 */
export async function lockSlots(tx: Transaction<Tables>, day: LondonDay): Promise<void> {
  const last = Math.max(await readSlotsPerDay(tx), await readHighestSlot(tx, day))
  for (let slot = 1; slot <= last; slot++)
    await tx
      .updateTable('redlineSlots')
      .set((eb) => ({ slot: eb.ref('slot') }))
      .where('day', '=', day)
      .where('slot', '=', slot)
      .execute()
}
