import { recordAudit } from '#app/platform/audit.ts'
import { limits } from '#app/platform/limits.ts'
import type { Services } from '#app/platform/services.ts'
import { toInstant } from '#app/values/clock.ts'
import { lockSignedIn, requireRecentProof, requireSecondFactor, type SignedIn } from './authenticate.server.ts'
import { endWithChange } from './change-access.server.ts'
import { readInput } from './input-fields.ts'
import { notify } from './mail-account.server.ts'
import { mostPasskeys } from './passkey-limits.ts'
import { AnswerCreation } from './passkeys/credentials.ts'
import { askForPasskey, sessionHolder, spendChallenge } from './passkeys/passkey-challenges.server.ts'
import { passkeyView, readPasskeys } from './passkeys.server.ts'
import { passkeyExists, passkeyRefused, tooManyPasskeys } from './refusals.ts'
import { deviceName } from './sessions/device-name.ts'
import { type Caller, takeTurns } from './take-turns.server.ts'
import { creationOptions, newPasskeyRow, readCreated } from './webauthn.server.ts'

/**
 * Begins to add a passkey: returns the browser's options, for five minutes and this session. Throws `passkey_disabled`, `insufficient_aal`,
 * `reauthentication_needed`, `too_many_passkeys`, `over_request_rate_limit`.
 */
export async function beginPasskey(services: Services, caller: Caller, signedIn: SignedIn) {
  requireMayAdd(services, signedIn)
  await takeTurns(services, [limits.authPasskey, caller.clientKey])
  const { user } = signedIn.account
  // Includes security keys: one device has one key per account.
  const known = await services.db.selectFrom('authPasskeys').selectAll().where('userId', '=', user.id).execute()
  if (known.filter(({ factorId }) => factorId === null).length >= mostPasskeys) throw tooManyPasskeys()
  return askForPasskey(services, {
    ...{ purpose: 'register', holder: sessionHolder(signedIn.session.id) },
    optionsOf: (challengeId) => creationOptions(services, { challengeId, user, known, isPasskey: true }),
  })
}

/**
 * Adds the passkey that the browser has made, named after the browser, and tells its owner. Throws as `beginPasskey`, and
 * `webauthn_challenge_not_found`, `webauthn_challenge_expired`, `webauthn_verification_failed`, `webauthn_credential_exists`.
 */
export async function addPasskey(services: Services, caller: Caller, signedIn: SignedIn, body: unknown) {
  const { challenge_id: challengeId, credential } = readInput(AnswerCreation, body)
  requireMayAdd(services, signedIn)
  await takeTurns(services, [limits.authPasskey, caller.clientKey])
  await spendChallenge(services, { id: challengeId, purpose: 'register', holder: sessionHolder(signedIn.session.id) })
  const created = await readCreated(services, challengeId, credential, { requireUserVerification: true })
  if (!created) throw passkeyRefused()
  const added = await services.db.transaction().execute(async (tx) => {
    const fresh = await lockSignedIn(tx, signedIn)
    requireMayAdd(services, fresh)
    const { user } = fresh.account
    if ((await readPasskeys(tx, user.id)).length >= mostPasskeys) throw tooManyPasskeys()
    const now = services.clock.now()
    const stored = await tx
      .insertInto('authPasskeys')
      .values(newPasskeyRow(toInstant(now), { userId: user.id, friendlyName: deviceName(caller.userAgent), created }))
      .onConflict((conflict) => conflict.column('credentialId').doNothing())
      .returningAll()
      .executeTakeFirst()
    if (!stored) throw passkeyExists()
    await endWithChange(services, tx, 'passkey added', { userId: user.id, sessionId: fresh.session.id })
    await recordAudit(tx, now, { actor: user.id, action: 'passkey.add', subject: stored.id })
    await notify(services, tx, user.id, 'passkey_added')
    return stored
  })
  services.jobsAdded()
  return passkeyView(added)
}

function requireMayAdd(services: Services, signedIn: SignedIn): void {
  requireSecondFactor(signedIn, 403)
  requireRecentProof(services, signedIn, 'Adding a passkey')
}
