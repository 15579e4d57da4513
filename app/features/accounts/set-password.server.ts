import type { Transaction } from 'kysely'
import { recordAudit } from '#app/platform/audit.ts'
import type { Services } from '#app/platform/services.ts'
import { toInstant } from '#app/values/clock.ts'
import type { Tables } from '#db/tables.ts'
import type { UserRow } from './account-rows.ts'
import { endWithChange } from './change-access.server.ts'
import { notify } from './mail-account.server.ts'
import type { StoredPassword } from './stored-password.server.ts'

interface NewPassword extends StoredPassword {
  /** The one session that stays: that which asks. */
  keepSessionId?: string
  actor?: string
}

/**
 * Sets a user's password, in the caller's transaction, which holds the user's lock: ends all other sessions, and everything that was begun
 * with the old password.
 */
export async function setPassword(
  services: Services,
  tx: Transaction<Tables>,
  { id, email }: UserRow,
  { passwordHash, passwordSuitsStaff, keepSessionId, actor = id }: NewPassword,
): Promise<void> {
  const now = services.clock.now()
  const at = toInstant(now)
  await tx
    .updateTable('authUsers')
    .set({ passwordHash, passwordSuitsStaff, passwordChangedAt: at, updatedAt: at })
    .where('id', '=', id)
    .execute()
  await endWithChange(services, tx, 'password changed', { userId: id, sessionId: keepSessionId, actor })
  await recordAudit(tx, now, { actor, action: 'user.change-password', subject: id })
  if (email) await notify(services, tx, id, 'password_changed')
}
