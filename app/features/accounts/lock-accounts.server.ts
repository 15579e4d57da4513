import type { Kysely, Transaction } from 'kysely'
import { lockKey } from '#app/platform/rate-limit.ts'
import type { Services } from '#app/platform/services.ts'
import type { Tables } from '#db/tables.ts'
import type { UserRow } from './account-rows.ts'
import { AuthRefusal, notOwner } from './refusals.ts'
import { hasAtLeast } from './roles.ts'
import { accountKey } from './take-turns.server.ts'

/**
 * The user's row, locked until the transaction ends; undefined where there is none. Whatever signs someone in or changes how they do
 * locks it first, before tokens, codes and sessions: two such things follow one another, and never wait for each other.
 */
export const lockUser = (tx: Kysely<Tables>, userId: string): Promise<UserRow | undefined> =>
  tx
    .updateTable('authUsers')
    .set((eb) => ({ id: eb.ref('id') }))
    .where('id', '=', userId)
    .returningAll()
    .executeTakeFirst()

/** Locks an address until the transaction ends, whether or not anyone has it: of two who want it at once, the second sees the first. */
export async function lockAddress(services: Services, tx: Transaction<Tables>, email: string): Promise<void> {
  await lockKey(tx, 'auth-address', accountKey(services, email), services.clock.now())
}

/** Locks whoever asks, who must still be one of the staff: they may have left since the page was asked for. Throws `not_staff`. */
export async function lockStaff(tx: Transaction<Tables>, userId: string): Promise<void> {
  const user = await lockUser(tx, userId)
  if (!user || !hasAtLeast(user.role, 'staff')) throw new AuthRefusal(403, 'not_staff', 'Only staff may do this')
}

/*
 * There is always an owner, once there has been one. Whatever could take the last one away locks all of them first, in one order: two
 * owners who demote each other, or are deleted, at the same moment follow one another, and the second finds one owner left.
 */

/** Every owner, locked until the transaction ends. Before any other row of a user is locked. */
export async function lockOwners({ engine }: Pick<Services, 'engine'>, tx: Transaction<Tables>) {
  const query = tx.selectFrom('authUsers').select(['id', 'isSample']).where('role', '=', 'owner').orderBy('id')
  return (engine === 'postgres' ? query.forUpdate() : query).execute()
}

type Owners = Awaited<ReturnType<typeof lockOwners>>

/** Refuses to take an owner away who is the only one; samples, which go with their setting, stand in for no one. Throws `last_owner`. */
export function keepAnOwner(owners: Owners, userId: string): void {
  const leaving = owners.find(({ id }) => id === userId)
  const others = owners.filter(({ id, isSample }) => id !== userId && (leaving?.isSample === 1 || isSample === 0))
  if (leaving && others.length === 0) throw new AuthRefusal(422, 'last_owner', 'The only owner cannot be deleted')
}

/** Whether someone owns the site; samples do not count. */
export async function hasOwner(db: Pick<Transaction<Tables>, 'selectFrom'>): Promise<boolean> {
  const owner = await db
    .selectFrom('authUsers')
    .select('id')
    .where('role', '=', 'owner')
    .where('isSample', '=', 0)
    .limit(1)
    .executeTakeFirst()
  return owner !== undefined
}

/** Locks whoever asks, who must still be an owner: they may have been demoted since the page was asked for. Throws `not_owner`. */
export async function lockOwner(tx: Transaction<Tables>, userId: string): Promise<void> {
  if ((await lockUser(tx, userId))?.role !== 'owner') throw notOwner()
}
