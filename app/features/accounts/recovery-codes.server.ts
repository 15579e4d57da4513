import type { Transaction } from 'kysely'
import { z } from 'zod'
import { recordAudit } from '#app/platform/audit.ts'
import { limits } from '#app/platform/limits.ts'
import { sanitiseLine } from '#app/platform/sanitise.ts'
import { sameSecret } from '#app/platform/secrets.ts'
import type { Services } from '#app/platform/services.ts'
import { toInstant } from '#app/values/clock.ts'
import { spokenCode } from '#app/values/ids.ts'
import type { Tables } from '#db/tables.ts'
import type { Account, FactorRow } from './account-rows.ts'
import { lockSignedIn, requireRecentProof, type SignedIn } from './authenticate.server.ts'
import { insertFactor, newFactorRow } from './enrol-factor.server.ts'
import { recoveryCodes } from './factor-limits.ts'
import { friendlyNameField, readInput, shortText } from './input-fields.ts'
import { notify } from './mail-account.server.ts'
import { AuthRefusal, factorExists, factorNotFound, insufficientAal, recoveryCodesLocked, wrongFactorCode } from './refusals.ts'
import { deleteFactor } from './remove-factor.server.ts'
import { countWrongCode, forgetWrongCodes, lockedSeconds } from './second-step/factors/wrong-codes.server.ts'
import { raiseSession } from './sessions/session-level.server.ts'
import type { OpenSession } from './sessions.server.ts'
import { type Caller, takeTurns } from './take-turns.server.ts'

const CreateRecoveryCodes = z.object({ friendly_name: friendlyNameField })

const VerifyRecoveryCode = z.object({ code: shortText(100).nullish() })

/* Recovery codes: ten, each valid once, for someone who has lost their phone. A set is a factor of its own kind, never the only one, as in
   the client's calls (`mfa.recoveryCodes`). Codes are returned in lower case without separators, and accepted however they are typed; pages
   show them in groups of four. */

const setOf = ({ factors }: Account) => factors.find(({ kind }) => kind === 'recovery_code')

/** How many codes there are and how many are left. Throws `mfa_factor_not_found`. */
export async function readRecoveryCodes(services: Services, { account }: SignedIn) {
  const set = setOf(account)
  if (!set) throw factorNotFound()
  const codes = await services.db.selectFrom('authRecoveryCodes').select('usedAt').where('factorId', '=', set.id).execute()
  const remaining = codes.filter(({ usedAt }) => usedAt === null).length
  return { id: set.id, type: set.kind, total: codes.length, remaining }
}

/**
 * Makes a user's set of codes and returns it, once. Throws `insufficient_aal`, `mfa_recovery_codes_sole_factor`,
 * `mfa_verified_factor_exists`, `mfa_factor_name_conflict`, `validation_failed`.
 */
export async function createRecoveryCodes(services: Services, signedIn: SignedIn, body: unknown) {
  requireRecentProof(services, signedIn, 'Making recovery codes')
  const { friendly_name } = readInput(CreateRecoveryCodes, body)
  return services.db.transaction().execute(async (tx) => {
    const fresh = await lockSignedIn(tx, signedIn)
    const { user, factors } = fresh.account
    if (!factors.some(({ status }) => status === 'verified'))
      throw new AuthRefusal(422, 'mfa_recovery_codes_sole_factor', 'Recovery codes need another verified factor')
    requireAal2(fresh, 403)
    if (setOf(fresh.account)) throw factorExists('Recovery codes already exist, regenerate them to replace them')
    const friendlyName = sanitiseLine(friendly_name ?? '') || 'Recovery codes'
    const row: FactorRow = { ...newFactorRow(services, user.id), kind: 'recovery_code', status: 'verified', friendlyName }
    await insertFactor(services, tx, row)
    return newCodes(services, tx, row)
  })
}

/** Replaces all codes of the set and unlocks it. Throws `mfa_factor_not_found`, `insufficient_aal`. */
export async function regenerateRecoveryCodes(services: Services, signedIn: SignedIn) {
  requireRecentProof(services, signedIn, 'Making recovery codes')
  return services.db.transaction().execute(async (tx) => {
    const fresh = await lockSignedIn(tx, signedIn)
    const set = requireSet(fresh, 403)
    const now = services.clock.now()
    await tx.deleteFrom('authRecoveryCodes').where('factorId', '=', set.id).execute()
    await tx
      .updateTable('authFactors')
      .set({ failures: 0, lockedUntil: null, updatedAt: toInstant(now) })
      .where('id', '=', set.id)
      .execute()
    await recordAudit(tx, now, { actor: set.userId, action: 'factor.regenerate', subject: set.id, detail: { kind: set.kind } })
    return newCodes(services, tx, set)
  })
}

/** New codes for a user with a second factor, replacing any old ones. Returns the codes; throws as `createRecoveryCodes`. */
export async function renewRecoveryCodes(services: Services, signedIn: SignedIn): Promise<string[]> {
  const renewal = setOf(signedIn.account) ? regenerateRecoveryCodes(services, signedIn) : createRecoveryCodes(services, signedIn, {})
  return (await renewal).codes
}

/** Removes the set with all of its codes. Throws `reauthentication_needed`, `mfa_factor_not_found`, `insufficient_aal`. */
export async function removeRecoveryCodes(services: Services, signedIn: SignedIn): Promise<{ id: string }> {
  requireRecentProof(services, signedIn, 'Removing recovery codes')
  const id = await services.db.transaction().execute(async (tx) => {
    const set = requireSet(await lockSignedIn(tx, signedIn), 422)
    await deleteFactor(services, tx, set)
    await notify(services, tx, set.userId, 'factor_removed')
    return set.id
  })
  services.jobsAdded()
  return { id }
}

/**
 * Takes a recovery code, once: the session is aal2 from here on, and its owner is told by email. Wrong codes count as they do for other
 * factors. Throws `mfa_verification_failed`, `mfa_factor_not_found`, `mfa_recovery_codes_locked`, `over_request_rate_limit`.
 */
export async function verifyRecoveryCode(services: Services, caller: Caller, signedIn: SignedIn, body: unknown) {
  const typed = readInput(VerifyRecoveryCode, body).code ?? ''
  await takeTurns(services, [limits.authFactor, caller.clientKey])
  const code = typed.replace(/[\s-]/g, '').toLowerCase()
  const outcome = await services.db.transaction().execute((tx) => tryRecoveryCode(services, tx, signedIn, code))
  // Thrown after the transaction: thrown inside, it would roll back the count of wrong codes.
  if (outcome instanceof AuthRefusal) throw outcome
  services.jobsAdded()
  return outcome
}

async function tryRecoveryCode(
  services: Services,
  tx: Transaction<Tables>,
  signedIn: SignedIn,
  code: string,
): Promise<OpenSession | AuthRefusal> {
  const now = services.clock.now()
  const { account, session } = await lockSignedIn(tx, signedIn)
  const { user } = account
  const set = setOf(account)
  if (!set) throw factorNotFound(422)
  const locked = lockedSeconds(user, set, now)
  if (locked > 0) throw recoveryCodesLocked(locked)
  if (!(await takeRecoveryCode(services, tx, set, code))) {
    await countWrongCode(services, tx, user, set)
    return wrongFactorCode('Invalid recovery code entered')
  }
  await forgetWrongCodes(tx, set)
  await notify(services, tx, user.id, 'recovery_code_used')
  return raiseSession(services, tx, session, set)
}

async function takeRecoveryCode(services: Services, tx: Transaction<Tables>, { id }: FactorRow, code: string): Promise<boolean> {
  const known = await tx.selectFrom('authRecoveryCodes').select('codeHash').where('factorId', '=', id).where('usedAt', 'is', null).execute()
  const match = known.find(({ codeHash }) => isHashOf(services, codeHash, id, code))
  if (!match) return false
  const taken = await tx
    .updateTable('authRecoveryCodes')
    .set({ usedAt: toInstant(services.clock.now()) })
    .where('factorId', '=', id)
    .where('codeHash', '=', match.codeHash)
    .where('usedAt', 'is', null)
    .returning('codeHash')
    .executeTakeFirst()
  return taken !== undefined
}

async function newCodes(services: Services, tx: Transaction<Tables>, { id, friendlyName }: FactorRow) {
  const createdAt = toInstant(services.clock.now())
  const codes = Array.from({ length: recoveryCodes.count }, () => spokenCode(recoveryCodes.length).toLowerCase())
  const keyId = services.secrets.currentKeyId
  const rows = codes.map((code) => ({ factorId: id, codeHash: codeHash(services, keyId, id, code), createdAt, usedAt: null }))
  await tx.insertInto('authRecoveryCodes').values(rows).execute()
  return { id, type: 'recovery_code' as const, friendly_name: friendlyName ?? undefined, total: codes.length, codes }
}

/** Codes outlive keys: the hash names its key. */
const codeHash = ({ secrets }: Pick<Services, 'secrets'>, keyId: string, factorId: string, code: string) =>
  `${keyId}.${secrets.sign('recovery-code', `${factorId} ${code}`, keyId)}`

function isHashOf(services: Pick<Services, 'secrets'>, hash: string, factorId: string, code: string): boolean {
  try {
    return sameSecret(hash, codeHash(services, hash.split('.')[0] ?? '', factorId, code))
  } catch {
    return false // its key is gone
  }
}

function requireSet(fresh: SignedIn, status: 403 | 422): FactorRow {
  const set = setOf(fresh.account)
  if (!set) throw factorNotFound()
  requireAal2(fresh, status)
  return set
}

function requireAal2({ session }: SignedIn, status: 403 | 422): void {
  if (session.aal !== 'aal2') throw insufficientAal(status)
}
