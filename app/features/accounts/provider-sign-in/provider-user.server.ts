import type { Transaction } from 'kysely'
import { recordAudit } from '#app/platform/audit.ts'
import type { Services } from '#app/platform/services.ts'
import { toInstant } from '#app/values/clock.ts'
import { newId } from '#app/values/ids.ts'
import type { Tables } from '#db/tables.ts'
import { isBanned, type UserRow } from '../account-rows.ts'
import { endWithChange } from '../change-access.server.ts'
import { newUserRow } from '../create-user.server.ts'
import { lockAddress } from '../lock-accounts.server.ts'
import { notify } from '../mail-account.server.ts'
import { AuthRefusal, signupDisabled, userBanned } from '../refusals.ts'
import { emptyAccount } from '../sessions/empty-account.server.ts'
import type { ProviderPerson } from './providers.server.ts'

/** This same identity, or a user with its address, was created at the same moment. Try again. */
export class AnotherWasFirst extends Error {}

/**
 * The user of a provider's person: the one with that identity; otherwise, if the provider has verified the address, the one with that
 * address, or a new one. Throws `provider_email_needs_verification`, `signup_disabled`, `user_banned`, and AnotherWasFirst.
 */
export async function userOfPerson(services: Services, tx: Transaction<Tables>, person: ProviderPerson): Promise<UserRow> {
  const user = (await knownUser(services, tx, person)) ?? (await userByAddress(services, tx, person))
  if (isBanned(user, services.clock.now())) throw userBanned(403)
  return user
}

/** The user is locked before the identity, as everywhere, to avoid deadlocks. */
async function knownUser(services: Services, tx: Transaction<Tables>, { provider, subject, email, data }: ProviderPerson) {
  const known = await tx
    .selectFrom('authIdentities')
    .select(['id', 'userId'])
    .where('provider', '=', provider)
    .where('providerId', '=', subject)
    .executeTakeFirst()
  if (!known) return undefined
  const at = toInstant(services.clock.now())
  const user = await tx.updateTable('authUsers').set({ lastSignInAt: at }).where('id', '=', known.userId).returningAll().executeTakeFirst()
  const identity = await tx
    .updateTable('authIdentities')
    .set({ email: email ?? null, identityData: JSON.stringify(data), lastSignInAt: at, updatedAt: at })
    .where('id', '=', known.id)
    .returning('id')
    .executeTakeFirst()
  // Unlinked, or deleted with its user, just now.
  if (!user || !identity) throw new AnotherWasFirst()
  return user
}

async function userByAddress(services: Services, tx: Transaction<Tables>, person: ProviderPerson): Promise<UserRow> {
  const { email, emailVerified } = person
  if (!email || !emailVerified)
    throw new AuthRefusal(
      403,
      'provider_email_needs_verification',
      `Unverified email with ${person.provider}. Verify the address there, or sign in by email and password and link the account.`,
    )
  const claimed = await takeOver(services, tx, email, person)
  const user = claimed ?? (await confirmedUser(services, tx, email))
  if (user) {
    if (!claimed) await endWithChange(services, tx, 'provider linked', { userId: user.id })
    await addIdentity(services, tx, user.id, person)
    await notify(services, tx, user.id, 'identity_linked')
    return user
  }
  return createUser(services, tx, email, person)
}

/**
 * An unconfirmed account may have been set up by someone who waits for the owner of the address. The provider has just proved the owner:
 * the account is theirs, and nothing set up before opens it any more.
 */
async function takeOver(services: Services, tx: Transaction<Tables>, email: string, person: ProviderPerson) {
  const at = toInstant(services.clock.now())
  const user = await tx
    .updateTable('authUsers')
    .set({ emailConfirmedAt: at, passwordHash: null, userMetadata: metadataOf(person), updatedAt: at })
    .where('email', '=', email)
    .where('emailConfirmedAt', 'is', null)
    .returningAll()
    .executeTakeFirst()
  if (!user) return undefined
  await emptyAccount(services, tx, user.id)
  await tx.deleteFrom('authIdentities').where('userId', '=', user.id).execute()
  const detail = { provider: person.provider }
  await recordAudit(tx, services.clock.now(), { actor: user.id, action: 'user.confirm', subject: user.id, detail })
  return user
}

/** Locked, so that the address stays theirs until the identity is. */
const confirmedUser = ({ clock }: Services, tx: Transaction<Tables>, email: string) =>
  tx
    .updateTable('authUsers')
    .set({ updatedAt: toInstant(clock.now()) })
    .where('email', '=', email)
    .returningAll()
    .executeTakeFirst()

async function createUser(services: Services, tx: Transaction<Tables>, email: string, person: ProviderPerson): Promise<UserRow> {
  if (!services.config.auth.signup) throw signupDisabled()
  await lockAddress(services, tx, email)
  const emailConfirmedAt = toInstant(services.clock.now())
  const user = await tx
    .insertInto('authUsers')
    .values(newUserRow(services, { email, emailConfirmedAt, userMetadata: metadataOf(person) }))
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returningAll()
    .executeTakeFirst()
  if (!user) throw new AnotherWasFirst()
  const detail = { provider: person.provider }
  await recordAudit(tx, services.clock.now(), { actor: user.id, action: 'user.create', subject: user.id, detail })
  await addIdentity(services, tx, user.id, person)
  return user
}

async function addIdentity(services: Services, tx: Transaction<Tables>, userId: string, person: ProviderPerson): Promise<void> {
  if (!(await insertIdentity(services, tx, userId, person))) throw new AnotherWasFirst()
}

/** Adds a provider's identity to a user. False if it belongs to someone already. */
export async function insertIdentity(
  services: Services,
  tx: Transaction<Tables>,
  userId: string,
  { provider, subject, email, data }: ProviderPerson,
): Promise<boolean> {
  const at = toInstant(services.clock.now())
  const identity = await tx
    .insertInto('authIdentities')
    .values({
      id: newId(),
      userId,
      provider,
      providerId: subject,
      email: email ?? null,
      identityData: JSON.stringify(data),
      createdAt: at,
      updatedAt: at,
      lastSignInAt: at,
    })
    .onConflict((conflict) => conflict.columns(['provider', 'providerId']).doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!identity) return false
  await recordAudit(tx, services.clock.now(), { actor: userId, action: 'identity.link', subject: identity.id, detail: { provider } })
  return true
}

/** The metadata of a new user: little, since it goes into every access token. */
function metadataOf({ data: { name, full_name, avatar_url, user_name } }: ProviderPerson): string {
  return JSON.stringify({ name, full_name, avatar_url, user_name })
}
