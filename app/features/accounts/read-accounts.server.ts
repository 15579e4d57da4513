import type { Kysely } from 'kysely'
import type { Tables } from '#db/tables.ts'
import type { Account } from './account-rows.ts'

/** A user with identities and factors, oldest first; undefined if there is none. */
export async function readAccount(db: Kysely<Tables>, userId: string): Promise<Account | undefined> {
  const user = await db.selectFrom('authUsers').selectAll().where('id', '=', userId).executeTakeFirst()
  if (!user) return undefined
  const identities = await db.selectFrom('authIdentities').selectAll().where('userId', '=', userId).orderBy('id').execute()
  const factors = await db.selectFrom('authFactors').selectAll().where('userId', '=', userId).orderBy('id').execute()
  return { user, identities, factors }
}

/** A page of users, newest first, with identities and factors, and the number of all users. `page` counts from 1. */
export async function readAccounts(db: Kysely<Tables>, page: number, perPage: number): Promise<{ accounts: Account[]; total: number }> {
  const counted = await db
    .selectFrom('authUsers')
    .select(({ fn }) => fn.countAll<number | string>().as('total'))
    .executeTakeFirstOrThrow()
  const users = await db
    .selectFrom('authUsers')
    .selectAll()
    .orderBy('id', 'desc')
    .limit(perPage)
    .offset((page - 1) * perPage)
    .execute()
  const ids = users.map(({ id }) => id)
  const none = ids.length === 0
  const identities = none ? [] : await db.selectFrom('authIdentities').selectAll().where('userId', 'in', ids).orderBy('id').execute()
  const factors = none ? [] : await db.selectFrom('authFactors').selectAll().where('userId', 'in', ids).orderBy('id').execute()
  const accounts = users.map((user) => ({
    user,
    identities: identities.filter(({ userId }) => userId === user.id),
    factors: factors.filter(({ userId }) => userId === user.id),
  }))
  return { accounts, total: Number(counted.total) }
}

/** The user with this address, which is normalised. */
export const readUserByEmail = (db: Kysely<Tables>, email: string) =>
  db.selectFrom('authUsers').selectAll().where('email', '=', email).executeTakeFirst()
