import type { Services } from '#app/platform/services.ts'
import { later, toInstant } from '#app/values/clock.ts'
import { newId } from '#app/values/ids.ts'
import type { AuthPasskeyChallengesTable } from '#db/tables/accounts.ts'
import { passkeyChallengeMs } from '../passkey-limits.ts'
import { challengeExpired, challengeNotFound, passkeysDisabled } from '../refusals.ts'
import { hasPasskeys } from '../webauthn.server.ts'

type Purpose = AuthPasskeyChallengesTable['purpose']

/**
 * Starts a passkey challenge, and returns it with the browser's options and its end in Unix seconds. `holder`: the only one who may answer.
 * Throws `passkey_disabled`.
 */
export async function askForPasskey<Options>(
  services: Services,
  { purpose, holder, optionsOf }: { purpose: Purpose; holder: string; optionsOf: (challengeId: string) => Promise<Options> },
) {
  if (!hasPasskeys(services)) throw passkeysDisabled()
  const id = newId()
  const expiresAt = later(services.clock.now(), passkeyChallengeMs)
  await services.db.insertInto('authPasskeyChallenges').values({ id, purpose, holder, expiresAt }).execute()
  return { challenge_id: id, options: await optionsOf(id), expires_at: Math.floor(Date.parse(expiresAt) / 1000) }
}

/**
 * Takes a challenge for an answer; used up by the first try, whatever the result. Throws `webauthn_challenge_not_found`, also for another
 * holder's, which stays valid, and `webauthn_challenge_expired`.
 */
export async function spendChallenge(
  { db, clock }: Services,
  { id, purpose, holder }: { id: string; purpose: Purpose; holder: string },
): Promise<void> {
  const spent = await db
    .deleteFrom('authPasskeyChallenges')
    .where('id', '=', id)
    .where('purpose', '=', purpose)
    .where('holder', '=', holder)
    .returning('expiresAt')
    .executeTakeFirst()
  if (!spent) throw challengeNotFound()
  if (spent.expiresAt <= toInstant(clock.now())) throw challengeExpired()
}

/**
 * Holders of a challenge: a session, even without its second step; a browser on the sign-in page, by its cookie's hash; a client by its
 * address.
 */
export const sessionHolder = (sessionId: string): string => `session:${sessionId}`
export const browserHolder = (cookieHash: string): string => `browser:${cookieHash}`
export const clientHolder = (clientKey: string): string => `client:${clientKey}`
