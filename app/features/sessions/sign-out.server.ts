import { validationFailed } from '#app/features/accounts/refusals.ts'
import type { Services } from '#app/platform/services.ts'
import type { SignedIn } from './authenticate.server.ts'
import { endSessions } from './sessions.server.ts'

/** Ends the session that asks ('local'), all of its user's ('global', also where nothing is said), or the others. Throws `validation_failed`. */
export async function signOut(services: Services, { account, session }: SignedIn, scope = 'global'): Promise<void> {
  if (scope !== 'global' && scope !== 'local' && scope !== 'others')
    throw validationFailed(`Unsupported logout scope "${scope.slice(0, 20)}"`)
  await services.db
    .transaction()
    .execute((tx) => endSessions(services, tx, { userId: account.user.id, sessionId: session.id, scope, reason: 'signed out' }))
}
