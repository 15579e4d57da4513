import type { Transaction } from 'kysely'
import type { FactorRow, UserRow } from '#app/features/accounts/account-rows.ts'
import { lockUser } from '#app/features/accounts/lock-accounts.server.ts'
import { readAccount } from '#app/features/accounts/read-accounts.server.ts'
import { sessionNotFound, userNotFound } from '#app/features/accounts/refusals.ts'
import { afterWrongCode } from '#app/features/accounts/rules.ts'
import type { SignedIn } from '#app/features/sessions/authenticate.server.ts'
import type { Services } from '#app/platform/services.ts'
import type { Tables } from '#db/tables.ts'

/**
 * Who asks, as it stands now, with the user's row locked until the transaction ends: whatever else concerns this user's factors, on
 * any instance, waits. Throws `user_not_found`, `session_not_found` where they are gone meanwhile.
 */
export async function lockFactors(tx: Transaction<Tables>, { account: { user }, session: known }: SignedIn): Promise<SignedIn> {
  await lockUser(tx, user.id)
  const account = await readAccount(tx, user.id)
  if (!account) throw userNotFound()
  const session = await tx.selectFrom('authSessions').selectAll().where('id', '=', known.id).executeTakeFirst()
  if (!session) throw sessionNotFound()
  return { account, session: known.aal === 'aal2' ? session : { ...session, aal: 'aal1' } }
}

/** Seconds that wrong codes have closed a factor for, itself or with all others of its user; 0 where it is open. */
export function lockedSeconds(
  { factorsLockedUntil }: Pick<UserRow, 'factorsLockedUntil'>,
  { lockedUntil }: Pick<FactorRow, 'lockedUntil'>,
  now: Date,
): number {
  const until = Math.max(...[factorsLockedUntil, lockedUntil].map((instant) => (instant ? Date.parse(instant) : 0)))
  return Math.max(0, Math.ceil((until - now.getTime()) / 1000))
}

/** Counts a wrong code against the factor and against all of its user's. It counts only if the transaction commits. */
export async function countWrongCode(services: Services, tx: Transaction<Tables>, user: UserRow, factor: FactorRow): Promise<void> {
  const now = services.clock.now()
  const ofUser = afterWrongCode(user.factorFailures, now)
  await tx.updateTable('authFactors').set(afterWrongCode(factor.failures, now)).where('id', '=', factor.id).execute()
  await tx
    .updateTable('authUsers')
    .set({ factorFailures: ofUser.failures, factorsLockedUntil: ofUser.lockedUntil })
    .where('id', '=', user.id)
    .execute()
}

/** A right code: what was wrong before is forgotten. */
export async function forgetWrongCodes(tx: Transaction<Tables>, factor: FactorRow): Promise<void> {
  await tx.updateTable('authFactors').set({ failures: 0, lockedUntil: null }).where('id', '=', factor.id).execute()
  await tx.updateTable('authUsers').set({ factorFailures: 0, factorsLockedUntil: null }).where('id', '=', factor.userId).execute()
}
