import type { SignedIn } from '#app/features/accounts/authenticate.server.ts'
import { lockStaff } from '#app/features/accounts/lock-accounts.server.ts'
import { recordAudit } from '#app/platform/audit.ts'
import type { Services } from '#app/platform/services.ts'
import { toInstant } from '#app/values/clock.ts'

/**
 * Marks a kind of error as resolved; it reopens automatically when it is seen again. Returns whether it is resolved: false if it no longer
 * exists. Two concurrent calls are recorded once. Throws `not_staff`.
 */
export async function resolveError(services: Services, { account: { user } }: SignedIn, fingerprint: string): Promise<boolean> {
  const now = services.clock.now()
  return services.db.transaction().execute(async (tx) => {
    await lockStaff(tx, user.id)
    const resolved = await tx
      .updateTable('errorGroups')
      .set({ resolvedAt: toInstant(now) })
      .where('fingerprint', '=', fingerprint)
      .where('resolvedAt', 'is', null)
      .returning('kind')
      .executeTakeFirst()
    if (resolved) {
      await recordAudit(tx, now, { actor: user.id, action: 'error.resolve', subject: fingerprint, detail: { kind: resolved.kind } })
      return true
    }
    return (await tx.selectFrom('errorGroups').select('kind').where('fingerprint', '=', fingerprint).executeTakeFirst()) !== undefined
  })
}
