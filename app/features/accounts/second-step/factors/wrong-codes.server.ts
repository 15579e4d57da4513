import type { Transaction } from 'kysely'
import { recordAudit } from '#app/platform/audit.ts'
import type { Services } from '#app/platform/services.ts'
import type { Tables } from '#db/tables.ts'
import type { FactorRow, UserRow } from '../../account-rows.ts'
import { afterWrongCode } from '../../factor-limits.ts'

/** Seconds for which wrong codes have locked a factor, alone or with all others of its user; 0 if it is open. */
export function lockedSeconds(
  { factorsLockedUntil }: Pick<UserRow, 'factorsLockedUntil'>,
  { lockedUntil }: Pick<FactorRow, 'lockedUntil'>,
  now: Date,
): number {
  const until = Math.max(...[factorsLockedUntil, lockedUntil].map((instant) => (instant ? Date.parse(instant) : 0)))
  return Math.max(0, Math.ceil((until - now.getTime()) / 1000))
}

/** Counts a wrong code against the factor and against all of its user's, and records it. Takes effect only if the transaction commits. */
export async function countWrongCode(services: Services, tx: Transaction<Tables>, user: UserRow, factor: FactorRow): Promise<void> {
  const now = services.clock.now()
  const ofUser = afterWrongCode(user.factorFailures, now)
  await tx.updateTable('authFactors').set(afterWrongCode(factor.failures, now)).where('id', '=', factor.id).execute()
  await tx
    .updateTable('authUsers')
    .set({ factorFailures: ofUser.failures, factorsLockedUntil: ofUser.lockedUntil })
    .where('id', '=', user.id)
    .execute()
  await recordAudit(tx, now, { actor: user.id, action: 'factor.refuse', subject: factor.id, detail: { kind: factor.kind } })
}

/** After a right code, resets the counts. */
export async function forgetWrongCodes(tx: Transaction<Tables>, factor: FactorRow): Promise<void> {
  await tx.updateTable('authFactors').set({ failures: 0, lockedUntil: null }).where('id', '=', factor.id).execute()
  await tx.updateTable('authUsers').set({ factorFailures: 0, factorsLockedUntil: null }).where('id', '=', factor.userId).execute()
}
