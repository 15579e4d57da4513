import type { Transaction } from 'kysely'
import { recordAudit } from '#app/platform/audit.ts'
import type { Services } from '#app/platform/services.ts'
import { toInstant } from '#app/values/clock.ts'
import type { Tables } from '#db/tables.ts'
import { isBanned, type UserRow } from './account-rows.ts'
import { endWithChange } from './change-access.server.ts'
import { isUnused, lockUser } from './lock-accounts.server.ts'
import { notify } from './mail-account.server.ts'
import { insertIdentity } from './provider-sign-in/provider-user.server.ts'
import type { ProviderPerson } from './provider-sign-in/providers.server.ts'
import { AuthRefusal, sessionNotFound, userBanned } from './refusals.ts'
import { sessionIsOver } from './session-length.ts'

/** The pending link, until the client that began exchanges its code. */
export interface PendingLink {
  person: ProviderPerson
  sessionId: string
}

interface Linking {
  userId: string
  /** The session that asked to link. */
  sessionId: string
}

/**
 * Links a provider's identity to the user who asked for it, in the caller's transaction, if the session that asked has not ended. An
 * anonymous user becomes a named one. Throws `identity_already_exists`, `session_not_found`, `user_banned`.
 */
export async function linkIdentity(services: Services, tx: Transaction<Tables>, person: ProviderPerson, linking: Linking): Promise<void> {
  const user = await requireLinkable(services, tx, person, linking)
  const { id: userId } = user
  if (!(await insertIdentity(services, tx, userId, person))) throw identityExists()
  await endWithChange(services, tx, 'provider linked', linking)
  if (user.isAnonymous === 1) await leaveAnonymity(services, tx, userId, person)
  await notify(services, tx, userId, 'identity_linked')
}

/** The locked user that a provider's identity can be linked to now. Throws as `linkIdentity` does. */
export async function requireLinkable(
  services: Services,
  tx: Transaction<Tables>,
  { provider, subject }: ProviderPerson,
  { userId, sessionId }: Linking,
): Promise<UserRow> {
  const now = services.clock.now()
  // Locks the user before the identity, as everywhere.
  const user = await lockUser(tx, userId)
  const session = await tx
    .selectFrom('authSessions')
    .selectAll()
    .where('id', '=', sessionId)
    .where('userId', '=', userId)
    .executeTakeFirst()
  if (!user || !session || sessionIsOver(session, user.role, now)) throw sessionNotFound()
  if (isBanned(user, now)) throw userBanned(403)
  const known = tx.selectFrom('authIdentities').select('id').where('provider', '=', provider).where('providerId', '=', subject)
  if (await known.executeTakeFirst()) throw identityExists()
  return user
}

const identityExists = () => new AuthRefusal(422, 'identity_already_exists', 'Identity is already linked to an account')

/** They get the provider's address, if it is verified and no one else's. */
async function leaveAnonymity(services: Services, tx: Transaction<Tables>, userId: string, { email, emailVerified }: ProviderPerson) {
  const at = toInstant(services.clock.now())
  await tx.updateTable('authUsers').set({ isAnonymous: 0, updatedAt: at }).where('id', '=', userId).execute()
  if (email && emailVerified)
    await tx
      .updateTable('authUsers')
      .set({ email, emailConfirmedAt: at })
      .where('id', '=', userId)
      .where('email', 'is', null)
      .where(isUnused(email))
      .execute()
  await recordAudit(tx, services.clock.now(), { actor: userId, action: 'user.leave-anonymity', subject: userId })
}
