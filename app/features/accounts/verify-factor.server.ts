import type { Transaction } from 'kysely'
import { z } from 'zod'
import { recordAudit } from '#app/platform/audit.ts'
import { limits } from '#app/platform/limits.ts'
import { sameSecret } from '#app/platform/secrets.ts'
import type { Services } from '#app/platform/services.ts'
import { toInstant } from '#app/values/clock.ts'
import type { Tables } from '#db/tables.ts'
import type { FactorRow } from './account-rows.ts'
import { lockSignedIn, requireSecondFactor, type SignedIn } from './authenticate.server.ts'
import { factorHasExpired } from './factor-limits.ts'
import { readInput, shortText } from './input-fields.ts'
import { notify } from './mail-account.server.ts'
import { challengeId } from './passkeys/credentials.ts'
import { textCode } from './prepare-text.server.ts'
import { AuthRefusal, factorNotFound, tooManyRequests, validationFailed, wrongFactorCode } from './refusals.ts'
import { FactorCredential, takeKey } from './second-step/factors/security-key.server.ts'
import { stepOf } from './second-step/factors/totp.server.ts'
import { countWrongCode, forgetWrongCodes, lockedSeconds } from './second-step/factors/wrong-codes.server.ts'
import { raiseSession } from './sessions/session-level.server.ts'
import type { OpenSession } from './sessions.server.ts'
import { type Caller, takeTurns } from './take-turns.server.ts'

/** A code, or a browser's answer for a security key. */
const VerifyFactor = z.object({ challenge_id: challengeId, code: shortText(50).optional(), webauthn: FactorCredential.optional() })

/**
 * Takes a factor's code: the session is aal2 from here on, with new tokens; a factor that was only enrolled is verified by it. Five wrong
 * codes in a row, over all challenges, lock the factor, and over all factors all of them, for 15 minutes. Throws `mfa_factor_not_found`,
 * `mfa_ip_address_mismatch`, `mfa_challenge_expired`, `mfa_verification_failed`, `insufficient_aal`, `validation_failed`,
 * `over_request_rate_limit`.
 */
export async function verifyFactor(services: Services, caller: Caller, signedIn: SignedIn, factorId: string, body: unknown) {
  const input = readInput(VerifyFactor, body)
  await takeTurns(services, [limits.authFactor, caller.clientKey])
  if (input.code === undefined && !input.webauthn) throw validationFailed('code is not valid: it is needed')
  const attempt = { factorId, challengeId: input.challenge_id, code: (input.code ?? '').replace(/\s/g, ''), key: input.webauthn }
  const outcome = await services.db.transaction().execute((tx) => tryCode(services, tx, caller, signedIn, attempt))
  // Thrown after the transaction: thrown inside, it would roll back the count of wrong codes.
  if (outcome instanceof AuthRefusal) throw outcome
  services.jobsAdded()
  return outcome
}

interface Attempt {
  factorId: string
  challengeId: string
  code: string
  /** For a security key, instead of a code. */
  key?: FactorCredential
}

async function tryCode(
  services: Services,
  tx: Transaction<Tables>,
  caller: Caller,
  signedIn: SignedIn,
  attempt: Attempt,
): Promise<OpenSession | AuthRefusal> {
  const { factorId, challengeId } = attempt
  const now = services.clock.now()
  const fresh = await lockSignedIn(tx, signedIn)
  const { user, factors } = fresh.account
  const factor = factors.find(({ id }) => id === factorId)
  if (!factor || factor.kind === 'recovery_code' || factorHasExpired(factor, now)) throw factorNotFound(422)
  // Otherwise a factor enrolled with a stolen password, just before the first was verified, would also be accepted.
  if (factor.status === 'unverified') requireSecondFactor(fresh, 403, 'AAL2 required to verify a new factor')
  const locked = lockedSeconds(user, factor, now)
  if (locked > 0) throw tooManyRequests(locked)

  const challenge = await tx.selectFrom('authChallenges').selectAll().where('id', '=', challengeId).executeTakeFirst()
  if (challenge?.factorId !== factorId || challenge.clientKey !== caller.clientKey) throw notYourChallenge()
  if (challenge.expiresAt <= toInstant(now))
    throw new AuthRefusal(422, 'mfa_challenge_expired', 'The challenge has expired, verify against another one')

  if (!(await takeCode(services, tx, factor, attempt))) {
    await countWrongCode(services, tx, user, factor)
    return wrongFactorCode(wrongCodeTexts[factor.kind])
  }
  const taken = await tx.deleteFrom('authChallenges').where('id', '=', challengeId).returning('id').executeTakeFirst()
  if (!taken) throw notYourChallenge()
  await forgetWrongCodes(tx, factor)
  await tx
    .deleteFrom('authFactors')
    .where('userId', '=', user.id)
    .where('kind', '=', factor.kind)
    .where('status', '=', 'unverified')
    .where('id', '!=', factorId)
    .execute()
  if (factor.status === 'unverified') await addVerified(services, tx, factor)
  return raiseSession(services, tx, fresh.session, factor)
}

const wrongCodeTexts = {
  totp: 'Invalid TOTP code entered',
  phone: 'Invalid MFA Phone code entered',
  webauthn: 'Invalid WebAuthn credential',
} as const

/** Verifies a code. A code from an app is used up, with all earlier ones, across instances. */
async function takeCode(
  services: Services,
  tx: Transaction<Tables>,
  factor: FactorRow,
  { challengeId, code, key }: Attempt,
): Promise<boolean> {
  const { id, kind, sealedSecret } = factor
  if (kind === 'webauthn') return key !== undefined && takeKey(services, tx, factor, challengeId, key)
  if (kind === 'phone') return sameSecret(textCode(services, challengeId), code)
  const step = stepOf(services.secrets.open('totp-secret', sealedSecret ?? ''), code, services.clock.now())
  if (step === undefined) return false
  const taken = await tx
    .updateTable('authFactors')
    .set({ lastStep: step })
    .where('id', '=', id)
    .where((eb) => eb.or([eb('lastStep', 'is', null), eb('lastStep', '<', step)]))
    .returning('id')
    .executeTakeFirst()
  return taken !== undefined
}

async function addVerified(services: Services, tx: Transaction<Tables>, { id, userId, kind }: FactorRow): Promise<void> {
  const now = services.clock.now()
  await tx
    .updateTable('authFactors')
    .set({ status: 'verified', updatedAt: toInstant(now) })
    .where('id', '=', id)
    .execute()
  await recordAudit(tx, now, { actor: userId, action: 'factor.verify', subject: id, detail: { kind } })
  await notify(services, tx, userId, 'factor_added')
}

/** No one's, someone else's or used: all get the same answer. */
const notYourChallenge = () =>
  new AuthRefusal(422, 'mfa_ip_address_mismatch', 'The challenge has already been answered, or was requested from another address')
