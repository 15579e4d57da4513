import type { Transaction } from 'kysely'
import { recordAudit } from '#app/platform/audit.ts'
import type { Services } from '#app/platform/services.ts'
import { toInstant } from '#app/values/clock.ts'
import { newId } from '#app/values/ids.ts'
import type { Tables } from '#db/tables.ts'
import type { IdentityRow, UserRow } from './account-rows.ts'
import { lockAddress } from './lock-accounts.server.ts'

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
