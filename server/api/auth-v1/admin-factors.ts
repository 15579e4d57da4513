import { endWithChange } from '#app/features/accounts/change-access.server.ts'
import { lockUser } from '#app/features/accounts/lock-accounts.server.ts'
import { readAccount } from '#app/features/accounts/read-accounts.server.ts'
import { AuthRefusal, noSuchUser } from '#app/features/accounts/refusals.ts'
import { takeOff } from '#app/features/accounts/remove-factor.server.ts'
import type { Services } from '#app/platform/services.ts'
import { factorView } from './user-answer.ts'

/** Returns a user's factors, for holders of the service key. Throws `user_not_found`. */
export async function listFactors({ db }: Services, userId: string) {
  const account = await readAccount(db, userId)
  if (!account) throw noSuchUser()
  return account.factors.map(factorView)
}

/**
 * Removes a user's factor, with the service key: for someone who has lost it, perhaps with a phone that is signed in, so all sessions end.
 * With the last factor the recovery codes go too. Throws `mfa_factor_not_found`.
 */
export async function deleteFactorByService(services: Services, userId: string, factorId: string): Promise<{ id: string }> {
  await services.db.transaction().execute(async (tx) => {
    await lockUser(tx, userId)
    const account = await readAccount(tx, userId)
    const factor = account?.factors.find(({ id }) => id === factorId)
    if (!account || !factor) throw new AuthRefusal(404, 'mfa_factor_not_found', 'Factor not found')
    await takeOff(services, tx, account, factor, 'service')
    if (factor.status === 'verified') await endWithChange(services, tx, 'second step removed by the service', { userId, actor: 'service' })
  })
  services.jobsAdded()
  return { id: factorId }
}
