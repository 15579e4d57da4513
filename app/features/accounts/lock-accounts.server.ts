import type { Kysely, Transaction } from 'kysely'
import { lockKey } from '#app/platform/rate-limit.ts'
import type { Services } from '#app/platform/services.ts'
import type { Tables } from '#db/tables.ts'
import type { UserRow } from './account-rows.ts'
import { accountKey } from './take-turns.server.ts'

/**
 * The user's row, locked until the transaction ends; undefined where there is none. Whatever signs somebody in or changes how they do
 * locks it first, before tokens, codes and sessions: two such things follow one another, and never wait for each other.
 */
export const lockUser = (tx: Kysely<Tables>, userId: string): Promise<UserRow | undefined> =>
  tx
    .updateTable('authUsers')
    .set((eb) => ({ id: eb.ref('id') }))
    .where('id', '=', userId)
    .returningAll()
    .executeTakeFirst()

/** Locks an address until the transaction ends, whether or not anybody has it: of two who want it at once, the second sees the first. */
export async function lockAddress(services: Services, tx: Transaction<Tables>, email: string): Promise<void> {
  await lockKey(tx, 'auth-address', accountKey(services, email), services.clock.now())
}
