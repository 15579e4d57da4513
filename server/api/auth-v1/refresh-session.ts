import type { Transaction } from 'kysely'
import { z } from 'zod'
import { tokensOf } from '#app/features/accounts/access-tokens.server.ts'
import { isBanned } from '#app/features/accounts/account-rows.ts'
import { readInput, shortText } from '#app/features/accounts/input-fields.ts'
import { readAccount } from '#app/features/accounts/read-accounts.server.ts'
import { type RefreshClaim, readRefreshToken, refreshTokenHash, refreshTokenOf } from '#app/features/accounts/refresh-token.server.ts'
import { AuthRefusal, tooManyRequests, userBanned, validationFailed } from '#app/features/accounts/refusals.ts'
import { judgeRefresh, sessionIsOver } from '#app/features/accounts/session-length.ts'
import { advanceSession, endSessions, type OpenSession } from '#app/features/accounts/sessions.server.ts'
import type { Caller } from '#app/features/accounts/take-turns.server.ts'
import { limits } from '#app/platform/limits.ts'
import { tryTurnsIn } from '#app/platform/rate-limit.ts'
import type { Services } from '#app/platform/services.ts'
import type { Tables } from '#db/tables.ts'
import { userView } from './user-answer.ts'

const RefreshGrant = z.object({ refresh_token: shortText(500) })

const refused = (code: string, why: string) => new AuthRefusal(400, code, `Invalid Refresh Token: ${why}`)
const notFound = () => refused('refresh_token_not_found', 'Refresh Token Not Found')

type Outcome = OpenSession | 'unknown' | 'over' | 'used again' | { wait: number }

/**
 * A session's next access and refresh token. The presented token is used up; within ten seconds it still returns its successor, so that
 * several tabs can refresh. An older one means that it was stolen: the session ends, even if the response is lost. Throws
 * `validation_failed`, `refresh_token_not_found`, `refresh_token_already_used`, `session_not_found`, `session_expired`, `user_banned`,
 * `over_request_rate_limit`.
 */
export async function refreshSession(services: Services, caller: Caller, body: unknown) {
  const { refresh_token: token } = readInput(RefreshGrant, body)
  const claim = readRefreshToken(services, token)
  if (claim === 'malformed') throw validationFailed('Refresh token is not valid')
  if (claim === 'unknown') throw notFound()
  // Thrown after the transaction: thrown inside, it would roll back the end of the session.
  const outcome = await services.db.transaction().execute((tx) => refresh(services, tx, caller, claim, token))
  if (outcome === 'unknown') throw refused('session_not_found', 'No Valid Session Found')
  if (outcome === 'over') throw refused('session_expired', 'Session Expired')
  if (outcome === 'used again') throw refused('refresh_token_already_used', 'Already Used')
  if ('wait' in outcome) throw tooManyRequests(outcome.wait)
  const account = await readAccount(services.db, outcome.session.userId)
  if (!account) throw refused('session_not_found', 'No Valid Session Found')
  if (isBanned(account.user, services.clock.now())) throw userBanned()
  return { ...(await tokensOf(services, outcome, account)), user: userView(account) }
}

async function refresh(services: Services, tx: Transaction<Tables>, caller: Caller, claim: RefreshClaim, token: string): Promise<Outcome> {
  const { clock, config } = services
  const now = clock.now()
  const wait = await tryTurnsIn(tx, [[limits.authToken, caller.clientKey]], now, config.rateLimitScale)
  if (wait > 0) return { wait }

  // Almost always the token is the current one and this is enough. If not, another request may have advanced the session by now, so it is
  // read again.
  const advanced = await advanceSession(services, tx, { id: claim.sessionId, count: claim.count, tokenHash: refreshTokenHash(token) })
  if (advanced) return advanced
  const session = await tx.selectFrom('authSessions').selectAll().where('id', '=', claim.sessionId).executeTakeFirst()
  const user = session && (await tx.selectFrom('authUsers').select('role').where('id', '=', session.userId).executeTakeFirst())
  if (!session || !user) return 'unknown'
  if (sessionIsOver(session, user.role, now)) return 'over'
  if (judgeRefresh(session, claim.count, now) === 'replaced just now')
    return { session, refreshToken: refreshTokenOf(services, { sessionId: session.id, count: session.refreshCount }, session.refreshKeyId) }
  await endSessions(services, tx, {
    userId: session.userId,
    sessionId: session.id,
    scope: 'local',
    actor: 'system',
    reason: 'refresh token used again',
  })
  return 'used again'
}
