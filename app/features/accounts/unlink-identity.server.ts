import type { Transaction } from 'kysely'
import { recordAudit } from '#app/platform/audit.ts'
import type { Services } from '#app/platform/services.ts'
import { toInstant } from '#app/values/clock.ts'
import type { Tables } from '#db/tables.ts'
import type { IdentityRow, UserRow } from './account-rows.ts'
import { requireRecentProof, requireSecondFactor, type SignedIn } from './authenticate.server.ts'
import { endWithChange } from './change-access.server.ts'
import { isUnused, lockAddress } from './lock-accounts.server.ts'
import { notify } from './mail-account.server.ts'
import { AuthRefusal, manualLinkingDisabled, userNotFound } from './refusals.ts'

/**
 * Removes a way to sign in from an account; the last one stays. If the address came from the removed identity, it becomes that of a
 * remaining one, if verified; without 'email', there is no password either. A user with a second factor must have used it. Throws
 * `manual_linking_disabled`, `insufficient_aal`, `reauthentication_needed`, `single_identity_not_deletable`, `identity_not_found`,
 * `email_conflict_identity_not_deletable`.
 */
export async function unlinkIdentity(services: Services, signedIn: SignedIn, identityId: string): Promise<void> {
  if (!services.config.auth.manualLinking) throw manualLinkingDisabled()
  requireSecondFactor(signedIn, 403, 'AAL2 session is required to unlink an identity')
  requireRecentProof(services, signedIn, 'Unlinking an identity')
  const { account, session } = signedIn
  const [userId, sessionId] = [account.user.id, session.id]
  await services.db.transaction().execute(async (tx) => {
    const at = toInstant(services.clock.now())
    // Locks the user: of two concurrent removals of the last two, the second sees that one is left.
    const user = await tx.updateTable('authUsers').set({ updatedAt: at }).where('id', '=', userId).returningAll().executeTakeFirst()
    if (!user) throw userNotFound()
    const identities = await tx.selectFrom('authIdentities').selectAll().where('userId', '=', userId).orderBy('id').execute()
    const identity = identities.find(({ id }) => id === identityId)
    if (!identity) throw new AuthRefusal(422, 'identity_not_found', "Identity doesn't exist")
    if (identities.length === 1)
      throw new AuthRefusal(422, 'single_identity_not_deletable', 'User must have at least 1 identity after unlinking')
    await tx.deleteFrom('authIdentities').where('id', '=', identityId).execute()
    if (identity.provider === 'email') await tx.updateTable('authUsers').set({ passwordHash: null }).where('id', '=', userId).execute()
    const left = identities.filter((each) => each !== identity)
    await endWithChange(services, tx, 'provider unlinked', { userId, sessionId })
    await keepAddress(services, tx, { user, left, sessionId })
    const detail = { provider: identity.provider }
    await recordAudit(tx, services.clock.now(), { actor: userId, action: 'identity.unlink', subject: identityId, detail })
    // To the account's previous address: a thief's wouldn't reach its owner.
    await notify(services, tx, userId, 'identity_unlinked', user.email ?? undefined)
  })
  services.jobsAdded()
}

async function keepAddress(
  services: Services,
  tx: Transaction<Tables>,
  { user, left, sessionId }: { user: UserRow; left: readonly IdentityRow[]; sessionId: string },
): Promise<void> {
  if (left.some(({ email }) => email === user.email)) return
  const email = left.find(hasVerifiedAddress)?.email
  if (!email) return
  const at = toInstant(services.clock.now())
  await lockAddress(services, tx, email)
  const changed = await tx
    .updateTable('authUsers')
    .set({ email, emailConfirmedAt: at })
    .where('id', '=', user.id)
    .where(isUnused(email))
    .returning('id')
    .executeTakeFirst()
  if (!changed) throw new AuthRefusal(422, 'email_conflict_identity_not_deletable', 'Unable to unlink identity due to email conflict')
  await endWithChange(services, tx, 'address changed', { userId: user.id, sessionId })
  await recordAudit(tx, services.clock.now(), { actor: user.id, action: 'user.change-email', subject: user.id })
}

const hasVerifiedAddress = ({ email, identityData }: IdentityRow): boolean =>
  email !== null && (JSON.parse(identityData) as { email_verified?: unknown }).email_verified === true
