import type { Services } from '#app/platform/services.ts'
import { toInstant } from '#app/values/clock.ts'
import { pendingFactorOf } from './begin-factor.server.ts'
import { challengeFactor } from './challenge-factor.server.ts'
import { createRecoveryCodes } from './recovery-codes.server.ts'
import { AuthRefusal, factorNotFound, sessionNotFound } from './refusals.ts'
import { renewSiteSession, type SiteSession } from './site-session.server.ts'
import type { Caller } from './take-turns.server.ts'
import { verifyFactor } from './verify-factor.server.ts'

interface Confirmed {
  /** Set-Cookie: a new id, since the session is at aal2 from here on. */
  cookie: string
  /** Shown once; absent if the user has recovery codes already. */
  codes?: string[]
}

/**
 * Takes the first code of the waiting factor, which is active from then on, and makes the first recovery codes. `factorId`: the one on the
 * page, in case another tab has started again. Refuses as `verifyFactor` does.
 */
export async function confirmFactor(
  services: Services,
  caller: Caller,
  viewer: SiteSession,
  { factorId, code }: { factorId: string; code: string },
): Promise<Confirmed> {
  const factor = pendingFactorOf(services, viewer)
  if (factor?.id !== factorId) throw factorNotFound(422)
  const challenge =
    factor.kind === 'phone' ? await newestChallenge(services, factorId) : await challengeFactor(services, caller, viewer, factorId, {})
  await verifyFactor(services, caller, viewer, factorId, { challenge_id: challenge.id, code })
  const codes = await firstCodes(services, viewer)
  return { cookie: await renewSiteSession(services, viewer), codes }
}

/** The last text that was sent. Throws `mfa_challenge_expired` if none is still valid. */
async function newestChallenge({ db, clock }: Services, factorId: string): Promise<{ id: string }> {
  const sent = await db
    .selectFrom('authChallenges')
    .select('id')
    .where('factorId', '=', factorId)
    .where('expiresAt', '>', toInstant(clock.now()))
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .executeTakeFirst()
  if (!sent) throw new AuthRefusal(422, 'mfa_challenge_expired', 'The challenge has expired, verify against another one')
  return sent
}

async function firstCodes(services: Services, { account, session: { id } }: SiteSession): Promise<string[] | undefined> {
  const session = await services.db.selectFrom('authSessions').selectAll().where('id', '=', id).executeTakeFirst()
  if (!session) throw sessionNotFound()
  try {
    return (await createRecoveryCodes(services, { account, session }, {})).codes
  } catch (error) {
    if (error instanceof AuthRefusal && error.code === 'mfa_verified_factor_exists') return undefined
    throw error
  }
}
