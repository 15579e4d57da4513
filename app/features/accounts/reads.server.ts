import type { Kysely } from 'kysely'
import type { Tables } from '#db/tables.ts'
import type { Account } from './user-view.ts'

/** A user with identities and factors, oldest first; undefined where there is none. */
export async function readAccount(db: Kysely<Tables>, userId: string): Promise<Account | undefined> {
  const user = await db.selectFrom('authUsers').selectAll().where('id', '=', userId).executeTakeFirst()
  if (!user) return undefined
  const identities = await db.selectFrom('authIdentities').selectAll().where('userId', '=', userId).orderBy('id').execute()
  const factors = await db.selectFrom('authFactors').selectAll().where('userId', '=', userId).orderBy('id').execute()
  return { user, identities, factors }
}

/** The user whose address this is, written as it is kept. */
export const readUserByEmail = (db: Kysely<Tables>, email: string) =>
  db.selectFrom('authUsers').selectAll().where('email', '=', email).executeTakeFirst()
