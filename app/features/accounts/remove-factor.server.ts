import type { Transaction } from 'kysely'
import { recordAudit } from '#app/platform/audit.ts'
import type { Services } from '#app/platform/services.ts'
import type { Tables } from '#db/tables.ts'
import type { Account, FactorRow } from './account-rows.ts'
import { lockSignedIn, requireRecentProof, type SignedIn } from './authenticate.server.ts'
import { notify } from './mail-account.server.ts'
import { factorNotFound, insufficientAal } from './refusals.ts'
import { lowerSessions } from './sessions/session-level.server.ts'

/**
 * Removes a factor; a verified one only at aal2. Sessions that it raised fall back to aal1, and the recovery codes go with the last
 * verified factor. Throws `mfa_factor_not_found`, `insufficient_aal`, `reauthentication_needed`.
 */
export async function removeFactor(services: Services, signedIn: SignedIn, factorId: string): Promise<{ id: string }> {
  await services.db.transaction().execute(async (tx) => {
    const { account, session } = await lockSignedIn(tx, signedIn)
    const factor = account.factors.find(({ id }) => id === factorId)
    if (!factor || factor.kind === 'recovery_code') throw factorNotFound()
    if (factor.status === 'verified' && session.aal !== 'aal2') throw insufficientAal(422, 'AAL2 required to unenroll verified factor')
    if (factor.status === 'verified') requireRecentProof(services, signedIn, 'Removing a factor')
    await takeOff(services, tx, account, factor)
  })
  services.jobsAdded()
  return { id: factorId }
}

/** Removes a factor from an account, under the lock: the recovery codes go with the last verified one, and the user is told. */
export async function takeOff(
  services: Services,
  tx: Transaction<Tables>,
  { user, factors }: Account,
  factor: FactorRow,
  actor = user.id,
): Promise<void> {
  await deleteFactor(services, tx, factor, actor)
  const others = factors.filter(({ id }) => id !== factor.id)
  const codes = others.find(({ kind }) => kind === 'recovery_code')
  if (codes && !others.some(({ kind, status }) => kind !== 'recovery_code' && status === 'verified'))
    await deleteFactor(services, tx, codes, actor)
  if (factor.status === 'verified') await notify(services, tx, user.id, 'factor_removed')
}

/** Deletes a factor under the lock, with its dependent rows and the audit entry. */
export async function deleteFactor(
  services: Services,
  tx: Transaction<Tables>,
  { id, userId, kind }: FactorRow,
  actor = userId,
): Promise<void> {
  await lowerSessions(tx, id)
  await tx.deleteFrom('authFactors').where('id', '=', id).execute()
  await recordAudit(tx, services.clock.now(), { actor, action: 'factor.remove', subject: id, detail: { kind } })
}
