import type { Services } from '#app/platform/services.ts'
import { requireSecondFactor, type SignedIn } from './authenticate.server.ts'
import { validationFailed } from './refusals.ts'
import { endSessions } from './sessions.server.ts'

/**
 * Ends the session that asks ('local'), all of its user's ('global', the default), or the others. A session that hasn't taken
 * the second step of a user who has one ends only itself: a password alone must not sign its owner out elsewhere. Throws `validation_failed`,
 * `insufficient_aal`.
 */
export async function signOut(services: Services, signedIn: SignedIn, scope = 'global'): Promise<void> {
  const { account, session } = signedIn
  if (scope !== 'global' && scope !== 'local' && scope !== 'others')
    throw validationFailed(`Unsupported logout scope "${scope.slice(0, 20)}"`)
  const end = (which: typeof scope) =>
    services.db
      .transaction()
      .execute((tx) => endSessions(services, tx, { userId: account.user.id, sessionId: session.id, scope: which, reason: 'signed out' }))
  if (scope === 'local') return end(scope)
  try {
    // Not 403 for 'others': clients would take it for done.
    requireSecondFactor(signedIn, scope === 'others' ? 422 : 403)
  } catch (refusal) {
    if (scope === 'global') await end('local')
    throw refusal
  }
  await end(scope)
}
