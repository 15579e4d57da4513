import { recordAudit } from '#app/platform/audit.ts'
import type { Services } from '#app/platform/services.ts'
import { normalisePhone } from '#app/platform/uk.ts'
import type { SignedIn } from './authenticate.server.ts'
import { lockColleague } from './lock-accounts.server.ts'
import { invalidPhone } from './refusals.ts'

/**
 * Changes the number on which someone who works here is reached about urgent jobs; an empty one removes it. It signs no one in. Throws
 * `validation_failed`, `user_not_found`, `not_owner`.
 */
export async function changePhone(
  services: Services,
  { account }: SignedIn,
  { userId, typed }: { userId: string; typed: string },
): Promise<void> {
  const phone = typed.trim() === '' ? '' : normalisePhone(typed)
  if (phone === undefined) throw invalidPhone()
  const actor = account.user.id
  await services.db.transaction().execute(async (tx) => {
    const { user } = await lockColleague(services, tx, { userId, actor })
    if (user.phone === phone) return
    await tx.updateTable('authUsers').set({ phone, phoneConfirmedAt: null }).where('id', '=', userId).execute()
    await recordAudit(tx, services.clock.now(), { actor, action: 'user.change-phone', subject: userId })
  })
}
