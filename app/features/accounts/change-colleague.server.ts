import type { Transaction } from 'kysely'
import { recordAudit } from '#app/platform/audit.ts'
import type { Services } from '#app/platform/services.ts'
import { normalisePhone } from '#app/platform/uk.ts'
import { toInstant } from '#app/values/clock.ts'
import type { UserRole } from '#db/tables/accounts.ts'
import type { Tables } from '#db/tables.ts'
import type { UserRow } from './account-rows.ts'
import type { SignedIn } from './authenticate.server.ts'
import { endWithChange } from './change-access.server.ts'
import { keepAnOwner, lockColleague } from './lock-accounts.server.ts'
import { notify } from './mail-account.server.ts'
import { invalidPhone } from './refusals.ts'
import { hasAtLeast, raisedTo } from './roles.ts'

/**
 * Changes the role of someone who works here; 'customer' removes them from staff. Customers become staff only by invitation, which proves
 * the mailbox. Throws `user_not_found`, `last_owner`, `not_owner`.
 */
export async function changeRole(
  services: Services,
  { account }: SignedIn,
  { userId, role }: { userId: string; role: UserRole },
): Promise<void> {
  const actor = account.user.id
  await services.db.transaction().execute(async (tx) => {
    const { user, owners } = await lockColleague(services, tx, { userId, actor })
    if (user.role === role) return
    if (role !== 'owner') keepAnOwner(owners, userId)
    await setRole(services, tx, user, { role, actor })
  })
  services.jobsAdded()
}

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
