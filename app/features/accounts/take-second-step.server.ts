import type { Services } from '#app/platform/services.ts'
import { challengeFactor } from './challenge-factor.server.ts'
import { verifyRecoveryCode } from './recovery-codes.server.ts'
import { renewSiteSession, type SiteSession } from './site-session.server.ts'
import type { Caller } from './take-turns.server.ts'
import { verifyFactor } from './verify-factor.server.ts'

/** Has a code sent to a phone. Returns the challenge that it belongs to; refuses as `challengeFactor` does. */
export async function sendStepCode(services: Services, caller: Caller, half: SiteSession, factorId: string): Promise<string> {
  const { id } = await challengeFactor(services, caller, half, factorId, { channel: 'sms' })
  return id
}

interface Step {
  factorId: string
  code: string
  /** Of the code sent to a phone; absent for an authenticator app. */
  challengeId?: string
}

/** Takes the second step of signing in to the site. Returns the Set-Cookie header of a new id; refuses as `verifyFactor` does. */
export async function takeSecondStep(services: Services, caller: Caller, half: SiteSession, step: Step): Promise<string> {
  const challenge = step.challengeId ?? (await challengeFactor(services, caller, half, step.factorId, {})).id
  await verifyFactor(services, caller, half, step.factorId, { challenge_id: challenge, code: step.code })
  return renewSiteSession(services, half)
}

/** The same with a recovery code. Refuses as `verifyRecoveryCode` does. */
export async function takeRecoveryStep(services: Services, caller: Caller, half: SiteSession, code: string): Promise<string> {
  await verifyRecoveryCode(services, caller, half, { code })
  return renewSiteSession(services, half)
}
