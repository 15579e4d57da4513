import { recordAudit } from '#app/platform/audit.ts'
import type { Services } from '#app/platform/services.ts'
import { notify } from './mail-account.server.ts'
import { readAccount } from './reads.server.ts'
import { AuthRefusal, noSuchUser } from './refusals.ts'
import { factorView } from './user-view.ts'

/** A user's factors, for whoever has the service key. Throws `user_not_found`. */
export async function listFactors({ db }: Services, userId: string) {
  const account = await readAccount(db, userId)
  if (!account) throw noSuchUser()
  return account.factors.map(factorView)
}

/**
 * Takes a factor off a user, by the service key: for somebody who has lost it. Sessions that it raised fall back to aal1; with the last
 * one the recovery codes go too. Throws `mfa_factor_not_found`.
 */
export async function deleteFactorByService(services: Services, userId: string, factorId: string): Promise<{ id: string }> {
  await services.db.transaction().execute(async (tx) => {
    await tx
      .updateTable('authSessions')
      .set({ aal: 'aal1', factorId: null })
      .where('userId', '=', userId)
      .where('factorId', '=', factorId)
      .execute()
    const deleted = await tx
      .deleteFrom('authFactors')
      .where('id', '=', factorId)
      .where('userId', '=', userId)
      .returning(['kind', 'status'])
      .executeTakeFirst()
    if (!deleted) throw new AuthRefusal(404, 'mfa_factor_not_found', 'Factor not found')
    await tx
      .deleteFrom('authRecoveryCodes')
      .where('userId', '=', userId)
      .where(({ not, exists, selectFrom }) =>
        not(exists(selectFrom('authFactors').select('id').where('userId', '=', userId).where('status', '=', 'verified'))),
      )
      .execute()
    const detail = { kind: deleted.kind }
    await recordAudit(tx, services.clock.now(), { actor: 'service', action: 'factor.delete', subject: factorId, detail })
    if (deleted.status === 'verified') await notify(services, tx, userId, 'factor_removed')
  })
  services.jobsAdded()
  return { id: factorId }
}
