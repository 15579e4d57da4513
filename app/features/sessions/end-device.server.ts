import { lockUser } from '#app/features/accounts/lock-accounts.server.ts'
import { recordAudit } from '#app/platform/audit.ts'
import type { Services } from '#app/platform/services.ts'
import type { SignedIn } from './authenticate.server.ts'
import { deviceName } from './device-name.ts'

/**
 * Signs one of the user's devices out: its pages and its tokens are refused from its next request on. Answers what it was, nothing where
 * it had been signed out before, or is not theirs.
 */
export async function endDevice(services: Services, { account }: SignedIn, sessionId: string): Promise<string | undefined> {
  const { id: userId } = account.user
  const ended = await services.db.transaction().execute(async (tx) => {
    await lockUser(tx, userId)
    const session = await tx
      .deleteFrom('authSessions')
      .where('id', '=', sessionId)
      .where('userId', '=', userId)
      .returning('userAgent')
      .executeTakeFirst()
    if (!session) return undefined
    const detail = { scope: 'one', reason: 'signed out from another device' }
    await recordAudit(tx, services.clock.now(), { actor: userId, action: 'session.end', subject: sessionId, detail })
    return session
  })
  return ended && deviceName(ended.userAgent)
}
