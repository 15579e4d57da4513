import { recordAudit } from '#app/platform/audit.ts'
import { limits } from '#app/platform/limits.ts'
import type { Services, Visit } from '#app/platform/services.ts'
import { hostCookie, hostCookieIn } from '#app/platform/site-cookies.ts'
import { hashOf, newToken } from '#app/values/ids.ts'
import { isBanned } from './account-rows.ts'
import { readInput } from './input-fields.ts'
import { lockUser } from './lock-accounts.server.ts'
import { passkeyChallengeMs } from './passkey-limits.ts'
import { AnswerRequest } from './passkeys/credentials.ts'
import { askForPasskey, browserHolder, clientHolder, spendChallenge } from './passkeys/passkey-challenges.server.ts'
import { takeUse } from './passkeys.server.ts'
import { emailNotConfirmed, passkeyRefused, userBanned } from './refusals.ts'
import { createSession, type OpenSession } from './sessions.server.ts'
import { type Caller, takeTurns } from './take-turns.server.ts'
import { readUsed, requestOptions } from './webauthn.server.ts'

/**
 * Begins to sign in with any passkey: returns the browser's options. `holder`: the only one who may answer. Throws `passkey_disabled`,
 * `over_request_rate_limit`.
 */
export async function beginPasskeySignIn(services: Services, caller: Caller, holder = clientHolder(caller.clientKey)) {
  await takeTurns(services, [limits.authPasskey, caller.clientKey])
  return askForPasskey(services, {
    ...{ purpose: 'sign-in', holder },
    optionsOf: (challengeId) => requestOptions(services, { challengeId, userVerification: 'required' }),
  })
}

/**
 * The session that a passkey opens, at aal2: the device is one proof, and its owner's check on it another. Throws
 * `webauthn_challenge_not_found`, `webauthn_challenge_expired`, `webauthn_verification_failed` (the same for an unknown passkey, a wrong
 * signature and a blocked one), `user_banned`, `email_not_confirmed`, `validation_failed`, `over_request_rate_limit`.
 */
export async function openByPasskey(
  services: Services,
  caller: Caller,
  body: unknown,
  holder = clientHolder(caller.clientKey),
): Promise<OpenSession> {
  const { challenge_id: challengeId, credential } = readInput(AnswerRequest, body)
  await takeTurns(services, [limits.authPasskey, caller.clientKey])
  await spendChallenge(services, { id: challengeId, purpose: 'sign-in', holder })
  const passkey = await services.db
    .selectFrom('authPasskeys')
    .selectAll()
    .where('credentialId', '=', credential.id)
    .where('factorId', 'is', null)
    .executeTakeFirst()
  const signCount = passkey && (await readUsed(services, challengeId, credential, passkey, { requireUserVerification: true }))
  const opened =
    passkey &&
    signCount !== undefined &&
    (await services.db.transaction().execute(async (tx) => {
      const user = await lockUser(tx, passkey.userId)
      if (!user) return undefined
      if (isBanned(user, services.clock.now())) throw userBanned()
      if (user.email && !user.emailConfirmedAt) throw emailNotConfirmed()
      const isTaken = await takeUse(services, tx, passkey.id, signCount)
      const session = { userId: user.id, method: 'passkey', userAgent: caller.userAgent, passkeyId: passkey.id } as const
      return isTaken ? createSession(services, tx, session) : undefined
    }))
  if (opened) return opened
  // If a passkey was blocked just now, an email waits.
  services.jobsAdded()
  await recordAudit(services.db, services.clock.now(), { actor: 'anybody', action: 'passkey.refuse', subject: passkey?.id ?? 'nobody' })
  throw passkeyRefused()
}

/* A browser's cookie during a passkey challenge: only the browser that was asked can answer. Otherwise another site could make someone's
   browser send an answer that signs them in to someone else's account. */

/** The holder of this browser's challenges; no one without the cookie. */
export function passkeyHolder({ cookies, services }: Visit): string | undefined {
  const kept = hostCookieIn(cookies, 'passkey', services.config.siteUrl)
  return kept && browserHolder(hashOf(kept))
}

/** The same with the Set-Cookie header, which lasts as long as the challenge; an existing cookie of another tab is kept. */
export function keepPasskeyHolder({ cookies, services }: Visit): { holder: string; cookie: string } {
  const { siteUrl } = services.config
  const kept = hostCookieIn(cookies, 'passkey', siteUrl) || newToken()
  return { holder: browserHolder(hashOf(kept)), cookie: hostCookie('passkey', kept, { siteUrl, maxAge: passkeyChallengeMs / 1000 }) }
}
