import type { Transaction } from 'kysely'
import { lockKey } from '#app/platform/rate-limit.ts'
import type { Tables } from '#db/tables.ts'

/**
 * Has all who hold, sell or look for a Red Line slot follow one another until the transaction ends: what one of them reads of the slots
 * stays so. Before any lock of a slot's row. The rows' own locks can't order them: a slot that is taken or given back meanwhile leaves a
 * gap in what was locked, and two who lock around it wait for each other. After the lock of a booking's row, before that of places.
 */
export const lockSlots = (tx: Transaction<Tables>, now: Date): Promise<void> => lockKey(tx, 'redline-slots', '', now)
