import { recordAudit } from '#app/platform/audit.ts'
import { limits } from '#app/platform/limits.ts'
import type { Services } from '#app/platform/services.ts'
import { toInstant } from '#app/values/clock.ts'
import { lacksSecondStep, lockSignedIn, type SignedIn } from './authenticate.server.ts'
import { readInput } from './input-fields.ts'
import { AnswerRequest } from './passkeys/credentials.ts'
import { askForPasskey, sessionHolder, spendChallenge } from './passkeys/passkey-challenges.server.ts'
import { takeUse } from './passkeys.server.ts'
import { withFactor } from './proofs.ts'
import { passkeyRefused } from './refusals.ts'
import { raiseSession } from './sessions/session-level.server.ts'
import { proofsOf } from './sessions.server.ts'
import { type Caller, takeTurns } from './take-turns.server.ts'
import { readUsed, requestOptions } from './webauthn.server.ts'

/* A passkey, or a security key as second factor, instead of a code on the site's pages: as the second step of signing in, and to prove the
   user's identity again. */

const keysOf = ({ db }: Pick<Services, 'db'>, userId: string) =>
  db.selectFrom('authPasskeys').selectAll().where('userId', '=', userId).where('blockedAt', 'is', null).execute()

/** Returns true if someone has a passkey that can serve as the second step. */
export const hasStepKey = async (services: Pick<Services, 'db'>, { account: { user } }: SignedIn): Promise<boolean> =>
  (await keysOf(services, user.id)).length > 0

/** The browser's options, for five minutes and this session. Throws `passkey_disabled`, `over_request_rate_limit`. */
export async function beginPasskeyStep(services: Services, caller: Caller, { account: { user }, session }: SignedIn) {
  await takeTurns(services, [limits.authFactor, caller.clientKey])
  const known = await keysOf(services, user.id)
  return askForPasskey(services, {
    ...{ purpose: 'step', holder: sessionHolder(session.id) },
    optionsOf: (challengeId) => requestOptions(services, { challengeId, known, userVerification: 'preferred' }),
  })
}

/**
 * Takes the answer: raises a half signed-in session to aal2, as any factor does, and renews its proof. Throws
 * `webauthn_challenge_not_found`, `webauthn_challenge_expired`, `webauthn_verification_failed`, `validation_failed`,
 * `over_request_rate_limit`, `session_not_found`.
 */
export async function takePasskeyStep(services: Services, caller: Caller, signedIn: SignedIn, body: unknown): Promise<void> {
  const { challenge_id: challengeId, credential } = readInput(AnswerRequest, body)
  await takeTurns(services, [limits.authFactor, caller.clientKey])
  await spendChallenge(services, { id: challengeId, purpose: 'step', holder: sessionHolder(signedIn.session.id) })
  const { user } = signedIn.account
  const passkey = (await keysOf(services, user.id)).find(({ credentialId }) => credentialId === credential.id)
  const signCount = passkey && (await readUsed(services, challengeId, credential, passkey, { requireUserVerification: false }))
  const isTaken =
    passkey &&
    signCount !== undefined &&
    (await services.db.transaction().execute(async (tx) => {
      const { account, session } = await lockSignedIn(tx, signedIn)
      if (!(await takeUse(services, tx, passkey.id, signCount))) return false
      const factor = account.factors.find(({ id }) => id === passkey.factorId)
      if (lacksSecondStep({ account, session })) {
        await raiseSession(services, tx, session, factor ?? { id: passkey.id, kind: 'passkey' })
        return true
      }
      const now = services.clock.now()
      const amr = JSON.stringify(withFactor(proofsOf(session), factor?.kind ?? 'passkey', toInstant(now)))
      await tx.updateTable('authSessions').set({ amr }).where('id', '=', session.id).execute()
      await recordAudit(tx, now, { actor: user.id, action: 'session.prove', subject: session.id, detail: { method: 'passkey' } })
      return true
    }))
  services.jobsAdded()
  if (isTaken) return
  await recordAudit(services.db, services.clock.now(), { actor: user.id, action: 'passkey.refuse', subject: passkey?.id ?? 'nobody' })
  throw passkeyRefused()
}
