import type { Transaction } from 'kysely'
import { lockKey } from '#app/platform/rate-limit.ts'
import type { Tables } from '#db/tables.ts'

/**
 * Makes everything that holds, sells or reads Red Line slots run one after the other until the transaction ends. Take it before any lock of
 * a slot's row: row locks can't order them, since a slot that is taken or freed in between leaves a gap, and two transactions around it
 * deadlock. Take it after the lock of a booking's row and before that of places.
 */
export const lockSlots = (tx: Transaction<Tables>, now: Date): Promise<void> => lockKey(tx, 'redline-slots', '', now)
