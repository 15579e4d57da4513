import type { Selectable, Transaction } from 'kysely'
import type { EngineersTable, Tables } from '#db/tables.ts'

/**
 * The row of an engineer, locked until the transaction ends; undefined if there is none. Assigning a job, planning shifts and retiring them
 * all lock it, after the booking if there is one.
 */
export const lockEngineer = (tx: Transaction<Tables>, engineerId: string): Promise<Selectable<EngineersTable> | undefined> =>
  tx
    .updateTable('engineers')
    .set((eb) => ({ id: eb.ref('id') }))
    .where('id', '=', engineerId)
    .returningAll()
    .executeTakeFirst()
