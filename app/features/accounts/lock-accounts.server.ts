import type { ExpressionBuilder, Kysely, Selectable, Transaction } from 'kysely'
import { lockKey } from '#app/platform/rate-limit.ts'
import type { Services } from '#app/platform/services.ts'
import type { EngineersTable } from '#db/tables/capacity.ts'
import type { Tables } from '#db/tables.ts'
import type { UserRow } from './account-rows.ts'
import { AuthRefusal, noSuchUser, notOwner } from './refusals.ts'
import { mayActAs } from './roles.ts'
import { accountKey } from './take-turns.server.ts'

/**
 * The user's row, locked until the transaction ends; undefined if there is none. Everything that signs someone in, or changes how they sign
 * in, locks it before tokens, codes and sessions, so two of them run one after the other and can't deadlock.
 */
export const lockUser = (tx: Kysely<Tables>, userId: string): Promise<UserRow | undefined> =>
  tx
    .updateTable('authUsers')
    .set((eb) => ({ id: eb.ref('id') }))
    .where('id', '=', userId)
    .returningAll()
    .executeTakeFirst()

/**
 * Locks an address until the transaction ends, whether or not it has an account: if two requests want it at the same time, the second sees
 * the result of the first.
 */
export async function lockAddress(services: Services, tx: Transaction<Tables>, email: string): Promise<void> {
  await lockKey(tx, 'auth-address', accountKey(services, email), services.clock.now())
}

/** For a change of someone's address: true if no account has it. */
export const isUnused =
  (email: string) =>
  ({ not, exists, selectFrom }: ExpressionBuilder<Tables, 'authUsers'>) =>
    not(exists(selectFrom('authUsers as other').select('other.id').where('other.email', '=', email)))

/** Locks the user who asks, and checks that they may still act as staff: they may have left since they opened the page. Throws `not_staff`. */
export async function lockStaff(tx: Transaction<Tables>, userId: string): Promise<void> {
  const user = await lockUser(tx, userId)
  if (!user || !mayActAs(user, 'staff')) throw new AuthRefusal(403, 'not_staff', 'Only staff may do this')
}

/* Once there has been an owner, there is always one. Everything that could remove the last one locks all owners first, in one order: if two
   owners demote each other, or are deleted, at the same moment, the second request finds one owner left. */

/** Locks every owner until the transaction ends. Call it before locking any other row of a user. */
export async function lockOwners({ engine }: Pick<Services, 'engine'>, tx: Transaction<Tables>) {
  const query = tx.selectFrom('authUsers').select(['id', 'isSample']).where('role', '=', 'owner').orderBy('id')
  return (engine === 'postgres' ? query.forUpdate() : query).execute()
}

/**
 * Locks every owner, and then the row of someone who works here, for an owner who changes it: of two who demote each other, the second is no
 * longer one. Throws `not_owner`, `user_not_found`.
 */
export async function lockColleague(
  services: Pick<Services, 'engine'>,
  tx: Transaction<Tables>,
  { userId, actor }: { userId: string; actor: string },
): Promise<{ user: UserRow; owners: Owners }> {
  const owners = await lockOwners(services, tx)
  if (!owners.some(({ id }) => id === actor)) throw notOwner()
  const user = await lockUser(tx, userId)
  if (!user || user.role === 'customer') throw noSuchUser()
  return { user, owners }
}

type Owners = Awaited<ReturnType<typeof lockOwners>>

/** Refuses to remove the only owner; samples don't count. Throws `last_owner`. */
export function keepAnOwner(owners: Owners, userId: string): void {
  const leaving = owners.find(({ id }) => id === userId)
  const others = owners.filter(({ id, isSample }) => id !== userId && (leaving?.isSample === 1 || isSample === 0))
  if (leaving && others.length === 0) throw new AuthRefusal(422, 'last_owner', 'The only owner cannot be deleted')
}

/** Returns true if the site has an owner; sample accounts don't count. */
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

/**
 * Locks the user who asks, and checks that they may still act as an owner: they may have been demoted since they opened the page. Throws
 * `not_owner`.
 */
export async function lockOwner(tx: Transaction<Tables>, userId: string): Promise<void> {
  const user = await lockUser(tx, userId)
  if (!user || !mayActAs(user, 'owner')) throw notOwner()
}

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
