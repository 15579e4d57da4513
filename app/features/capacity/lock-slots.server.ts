import type { Transaction } from 'kysely'
import type { LondonDay } from '#app/platform/day.ts'
import { redlineSlotsPerDay } from '#content/rates.ts'
import type { Tables } from '#db/tables.ts'

/**
 * Locks the taken slots of a day, in their order, until the transaction ends: for whoever touches its own slot before it may look for
 * another. PostgreSQL keeps the lock of a row that it waited for and then found to be somebody else's; whoever kept one and began again
 * at the first would wait for a visitor who waits for it.
 */
export async function lockSlots(tx: Transaction<Tables>, day: LondonDay): Promise<void> {
  for (let slot = 1; slot <= redlineSlotsPerDay; slot++)
    await tx
      .updateTable('redlineSlots')
      .set((eb) => ({ slot: eb.ref('slot') }))
      .where('day', '=', day)
      .where('slot', '=', slot)
      .execute()
}
