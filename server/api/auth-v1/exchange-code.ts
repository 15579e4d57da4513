import { createHash } from 'node:crypto'
import { z } from 'zod'
import { isBanned } from '#app/features/accounts/account-rows.ts'
import type { ProviderTokens } from '#app/features/accounts/authorisation-codes.server.ts'
import { completeSignUp } from '#app/features/accounts/complete-sign-up.server.ts'
import { readInput, shortText } from '#app/features/accounts/input-fields.ts'
import type { PendingLink } from '#app/features/accounts/link-identity.server.ts'
import { linkIdentity } from '#app/features/accounts/link-identity.server.ts'
import { lockUser } from '#app/features/accounts/lock-accounts.server.ts'
import type { PendingSignUp } from '#app/features/accounts/mail-tokens.server.ts'
import type { Method } from '#app/features/accounts/proofs.ts'
import { AuthRefusal, userBanned, validationFailed } from '#app/features/accounts/refusals.ts'
import { createSession } from '#app/features/accounts/sessions.server.ts'
import { type Caller, takeTurns } from '#app/features/accounts/take-turns.server.ts'
import { limits } from '#app/platform/limits.ts'
import type { Services } from '#app/platform/services.ts'
import { toInstant } from '#app/values/clock.ts'
import { hashOf } from '#app/values/ids.ts'
import { sessionAnswer } from './session-answer.ts'

const PkceGrant = z.object({ auth_code: shortText(200), code_verifier: shortText(200) })

/** A pending authorisation code (`createAuthCode`). */
interface Pending {
  signUp?: PendingSignUp
  link?: PendingLink
}

/**
 * Exchanges a code and its verifier for a session, and applies the pending changes. A code is used up by the first try, whatever the
 * result. Throws `flow_state_not_found`, `flow_state_expired`, `bad_code_verifier`, `user_banned`, `validation_failed`,
 * `over_request_rate_limit`, and as `linkIdentity` does.
 */
export async function exchangeCode(services: Services, caller: Caller, body: unknown) {
  const input = readInput(PkceGrant, body)
  if (!input.auth_code || !input.code_verifier)
    throw validationFailed('invalid request: both auth code and code verifier should be non-empty')
  await takeTurns(services, [limits.authToken, caller.clientKey])
  const now = services.clock.now()
  const codeHash = hashOf(input.auth_code)
  const challenge = createHash('sha256').update(input.code_verifier).digest('base64url')
  // A wrong verifier spends the code here; a right one spends it below, with the user locked: a change that ends sessions ends codes too.
  const spoilt = await services.db
    .deleteFrom('authCodes')
    .where('codeHash', '=', codeHash)
    .where((eb) => eb.or([eb('codeChallenge', '!=', challenge), eb('expiresAt', '<=', toInstant(now))]))
    .returning('expiresAt')
    .executeTakeFirst()
  if (spoilt && spoilt.expiresAt <= toInstant(now))
    throw new AuthRefusal(422, 'flow_state_expired', 'invalid flow state, flow state has expired')
  if (spoilt) throw new AuthRefusal(400, 'bad_code_verifier', 'code challenge does not match previously saved code verifier')
  const { code, opened } = await services.db.transaction().execute(async (tx) => {
    const known = await tx.selectFrom('authCodes').select('userId').where('codeHash', '=', codeHash).executeTakeFirst()
    const user = known && (await lockUser(tx, known.userId))
    const code = user && (await tx.deleteFrom('authCodes').where('codeHash', '=', codeHash).returningAll().executeTakeFirst())
    if (!code) throw new AuthRefusal(404, 'flow_state_not_found', 'invalid flow state, no valid flow state found')
    if (isBanned(user, now)) throw userBanned()
    const { signUp, link } = code.sealedPending ? (JSON.parse(services.secrets.open('code-exchange', code.sealedPending)) as Pending) : {}
    if (link) await linkIdentity(services, tx, link.person, { userId: code.userId, sessionId: link.sessionId })
    if (signUp) await completeSignUp(services, tx, code.userId, signUp)
    const session = { userId: code.userId, method: code.method as Method, userAgent: caller.userAgent }
    return { code, opened: await createSession(services, tx, session) }
  })
  services.jobsAdded()
  const tokens =
    code.sealedProviderTokens && (JSON.parse(services.secrets.open('provider-flow', code.sealedProviderTokens)) as ProviderTokens)
  return { ...(await sessionAnswer(services, opened)), ...tokens }
}
