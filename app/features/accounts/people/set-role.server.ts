import type { Transaction } from 'kysely'
import { recordAudit } from '#app/platform/audit.ts'
import type { Services } from '#app/platform/services.ts'
import { toInstant } from '#app/values/clock.ts'
import type { UserRole } from '#db/tables/accounts.ts'
import type { Tables } from '#db/tables.ts'
import type { UserRow } from '../account-rows.ts'
import { endWithChange } from '../change-access.server.ts'
import { notify } from '../mail-account.server.ts'
import { hasAtLeast, raisedTo } from '../roles.ts'

/**
 * Gives a user another role and tells them, in the caller's transaction, which holds the user's lock. It ends every session, so the user
 * signs in again with today's proofs; for a higher role with a password that isn't known to suit staff, they need a longer one first.
 */
export async function setRole(
  services: Services,
  tx: Transaction<Tables>,
  user: UserRow,
  { role, actor }: { role: UserRole; actor: string },
): Promise<void> {
  const { id, role: from, email } = user
  const now = services.clock.now()
  const rises = !hasAtLeast(from, role)
  await tx
    .updateTable('authUsers')
    .set({ role, updatedAt: toInstant(now), ...(rises && { passwordSuitsStaff: raisedTo(role, user).passwordSuitsStaff }) })
    .where('id', '=', id)
    .execute()
  await endWithChange(services, tx, rises ? 'role raised' : 'role lowered', { userId: id, actor })
  await recordAudit(tx, now, { actor, action: 'user.change-role', subject: id, detail: { from, to: role } })
  if (email) await notify(services, tx, id, `role_${role}`)
}
