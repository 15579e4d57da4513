import type { Transaction } from 'kysely'
import { recordAudit } from '#app/platform/audit.ts'
import type { Services } from '#app/platform/services.ts'
import { toInstant } from '#app/values/clock.ts'
import { newId } from '#app/values/ids.ts'
import type { Tables } from '#db/tables.ts'
import type { IdentityRow, UserRow } from './account-rows.ts'
import { lockAddress, lockUser } from './lock-accounts.server.ts'
import { readUserByEmail } from './read-accounts.server.ts'
import { emailExists } from './refusals.ts'
import { emptyAccount } from './sessions/empty-account.server.ts'
import type { StoredPassword } from './stored-password.server.ts'

/** A new user's row. `changes`: fields that are known already. */
export function newUserRow(services: Pick<Services, 'clock'>, changes: Partial<UserRow>): UserRow {
  const at = toInstant(services.clock.now())
  return {
    id: newId(),
    email: null,
    passwordHash: null,
    passwordSuitsStaff: null,
    passwordChangedAt: null,
    mailsVoidBefore: null,
    signUpContestedAt: null,
    emailConfirmedAt: null,
    phone: '',
    phoneConfirmedAt: null,
    newEmail: null,
    emailChangeSentAt: null,
    emailChangeHalves: 0,
    confirmationSentAt: null,
    recoverySentAt: null,
    invitedAt: null,
    lastSignInAt: null,
    appMetadata: '{}',
    userMetadata: '{}',
    role: 'customer',
    isSample: 0,
    isAnonymous: 0,
    bannedUntil: null,
    factorFailures: 0,
    factorsLockedUntil: null,
    passkeyOfferClosedAt: null,
    alertKinds: null,
    quietFrom: null,
    quietUntil: null,
    createdAt: at,
    updatedAt: at,
    ...changes,
  }
}

type EmailUser = Pick<UserRow, 'id' | 'email' | 'emailConfirmedAt' | 'userMetadata'>

const emailIdentityData = ({ id: sub, email, emailConfirmedAt, userMetadata }: EmailUser): string =>
  JSON.stringify({ ...JSON.parse(userMetadata), sub, email, email_verified: emailConfirmedAt !== null, phone_verified: false })

/** The identity of someone who signs in by email. */
export function emailIdentityRow(services: Pick<Services, 'clock'>, user: EmailUser): IdentityRow {
  const at = toInstant(services.clock.now())
  return {
    id: newId(),
    userId: user.id,
    provider: 'email',
    providerId: user.id,
    email: user.email,
    identityData: emailIdentityData(user),
    createdAt: at,
    updatedAt: at,
    lastSignInAt: at,
  }
}

/** Updates a user's email identity from their row. */
export async function updateEmailIdentity(tx: Transaction<Tables>, user: EmailUser & Pick<UserRow, 'updatedAt'>): Promise<void> {
  await tx
    .updateTable('authIdentities')
    .set({ identityData: emailIdentityData(user), updatedAt: user.updatedAt })
    .where('userId', '=', user.id)
    .where('provider', '=', 'email')
    .execute()
}

/** Stores a user with an email identity. Returns nothing, and stores nothing, if the address is taken. */
export async function createEmailUser(
  services: Services,
  tx: Transaction<Tables>,
  user: UserRow,
  actor = 'anybody',
  identity = emailIdentityRow(services, user),
): Promise<UserRow | undefined> {
  if (user.email) await lockAddress(services, tx, user.email)
  const stored = await tx
    .insertInto('authUsers')
    .values(user)
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returningAll()
    .executeTakeFirst()
  if (!stored) return undefined
  await tx.insertInto('authIdentities').values(identity).execute()
  await recordAudit(tx, services.clock.now(), { actor, action: 'user.create', subject: stored.id, detail: { provider: 'email' } })
  return stored
}

/**
 * The user of a proven address, made with this name and password, in the caller's transaction. Nothing remains of an unconfirmed sign-up
 * with it, which may have been anyone's. Throws `email_exists` if it was confirmed.
 */
export async function claimAddress(
  services: Services,
  tx: Transaction<Tables>,
  { email, fullName, ...password }: StoredPassword & { email: string; fullName: string },
): Promise<UserRow> {
  const now = services.clock.now()
  const at = toInstant(now)
  const userMetadata = JSON.stringify({ full_name: fullName })
  const fresh = { email, ...password, userMetadata, emailConfirmedAt: at }
  const created = await createEmailUser(services, tx, newUserRow(services, fresh))
  if (created) return created
  const known = await readUserByEmail(tx, email)
  const waiting = known && (await lockUser(tx, known.id))
  if (!waiting || waiting.emailConfirmedAt) throw emailExists()
  await emptyAccount(services, tx, waiting.id)
  const claimed = { ...fresh, passwordChangedAt: at, signUpContestedAt: null, updatedAt: at }
  const user = await tx.updateTable('authUsers').set(claimed).where('id', '=', waiting.id).returningAll().executeTakeFirstOrThrow()
  await updateEmailIdentity(tx, user)
  await recordAudit(tx, now, { actor: waiting.id, action: 'user.confirm', subject: waiting.id })
  return user
}
