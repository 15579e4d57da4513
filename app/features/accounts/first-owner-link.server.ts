import type { Services } from '#app/platform/services.ts'
import { later, minutes, toInstant } from '#app/values/clock.ts'
import { hashOf, newId } from '#app/values/ids.ts'
import { firstOwnerLinkMs } from './link-lifetimes.ts'
import { hasOwner } from './lock-accounts.server.ts'

/** Instances that start this close together print the same link. */
const togetherMs = minutes(1)

/**
 * The link that makes the first owner, for the person who starts the server; undefined once there is an owner. Each start makes a new one,
 * which replaces the old. Its token is made from a random seed and the secret key, which is not in the database: instances that start
 * together print the same link, and the database alone doesn't reveal it (docs/decisions/0018-first-owner.md).
 */
export async function renewFirstOwnerLink(services: Services): Promise<string | undefined> {
  const { db, clock, config, secrets, engine } = services
  if (await hasOwner(db)) return undefined
  const now = clock.now()
  const seed = newId()
  const link = {
    seed,
    tokenHash: hashOf(secrets.sign('first-owner', seed)),
    createdAt: toInstant(now),
    expiresAt: later(now, firstOwnerLinkMs),
  }
  // An embedded database has one process: nothing starts beside it.
  const before = engine === 'postgres' ? later(now, -togetherMs) : later(now, 1)
  await db
    .insertInto('firstOwnerLink')
    .values({ onlyOne: 1, ...link })
    .onConflict((conflict) => conflict.column('onlyOne').doUpdateSet(link).where('firstOwnerLink.createdAt', '<', before))
    .execute()
  const stored = await db.selectFrom('firstOwnerLink').select('seed').executeTakeFirst()
  return stored && `${config.siteUrl}/auth/first-owner?token=${secrets.sign('first-owner', stored.seed)}`
}

/** Checks a first owner's link without using it. */
export async function readFirstOwnerLink({ db, clock }: Services, token: string): Promise<'open' | 'spent' | 'owned'> {
  if (await hasOwner(db)) return 'owned'
  const link = await db
    .selectFrom('firstOwnerLink')
    .select('onlyOne')
    .where('tokenHash', '=', hashOf(token))
    .where('expiresAt', '>', toInstant(clock.now()))
    .executeTakeFirst()
  return link ? 'open' : 'spent'
}
