import { recordAudit } from '#app/platform/audit.ts'
import type { Services } from '#app/platform/services.ts'
import { toInstant } from '#app/values/clock.ts'
import type { SignedIn } from './authenticate.server.ts'
import { kindsOf } from './confirm-mail.server.ts'
import { lockUser } from './lock-accounts.server.ts'

/**
 * Cancels a pending change of address: its emails no longer confirm anything. False if none is pending, for example because the last email
 * has just been confirmed.
 */
export async function cancelEmailChange(services: Services, { account }: SignedIn): Promise<boolean> {
  const { id } = account.user
  const now = services.clock.now()
  return services.db.transaction().execute(async (tx) => {
    await lockUser(tx, id)
    const cancelled = await tx
      .updateTable('authUsers')
      .set({ newEmail: null, emailChangeHalves: 0, updatedAt: toInstant(now) })
      .where('id', '=', id)
      .where('newEmail', 'is not', null)
      .returning('id')
      .executeTakeFirst()
    if (!cancelled) return false
    await tx.deleteFrom('authMailTokens').where('userId', '=', id).where('kind', 'in', kindsOf.email_change).execute()
    await recordAudit(tx, now, { actor: id, action: 'user.cancel-email-change', subject: id })
    return true
  })
}
