import type { Selectable, Transaction } from 'kysely'
import type { EngineersTable, Tables } from '#db/tables.ts'

/**
 * The row of an engineer, locked until the transaction ends; undefined where there is none. Whoever gives them a job, plans their shifts
 * or retires them locks it, after the booking where there is one.
 */
export const lockEngineer = (tx: Transaction<Tables>, engineerId: string): Promise<Selectable<EngineersTable> | undefined> =>
  tx
    .updateTable('engineers')
    .set((eb) => ({ id: eb.ref('id') }))
    .where('id', '=', engineerId)
    .returningAll()
    .executeTakeFirst()
