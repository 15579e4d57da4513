import type { Transaction } from 'kysely'
import type { Tables } from '#db/tables.ts'
import type { Engineer } from './read-roster.server.ts'

/**
 * The row of an engineer, locked until the transaction ends; undefined where there is none. Whoever gives them a job, plans their shifts
 * or retires them locks it, after the booking where there is one.
 */
export const lockEngineer = (tx: Transaction<Tables>, engineerId: string): Promise<Engineer | undefined> =>
  tx
    .updateTable('engineers')
    .set((eb) => ({ id: eb.ref('id') }))
    .where('id', '=', engineerId)
    .returningAll()
    .executeTakeFirst()
