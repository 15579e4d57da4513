import type { SignedIn } from '#app/features/accounts/authenticate.server.ts'
import { lockStaff } from '#app/features/accounts/lock-accounts.server.ts'
import { recordAudit } from '#app/platform/audit.ts'
import type { Services } from '#app/platform/services.ts'
import { toInstant } from '#app/values/clock.ts'
import { deliveryKindNames } from './delivery-kinds.server.ts'

/** Tries a waiting delivery immediately. Returns whether there was one; not while it is being tried. Throws `not_staff`. */
export async function tryDeliveryNow(services: Services, { account: { user } }: SignedIn, id: string): Promise<boolean> {
  const now = services.clock.now()
  const isDue = await services.db.transaction().execute(async (tx) => {
    await lockStaff(tx, user.id)
    const job = await tx
      .updateTable('jobs')
      .set({ runAt: toInstant(now) })
      .where('id', '=', id)
      .where('kind', 'in', deliveryKindNames)
      .where('state', '=', 'waiting')
      .where('leaseToken', 'is', null)
      .returning('kind')
      .executeTakeFirst()
    if (!job) return false
    await recordAudit(tx, now, { actor: user.id, action: 'delivery.try', subject: id, detail: { kind: job.kind } })
    return true
  })
  if (isDue) services.jobsAdded()
  return isDue
}
