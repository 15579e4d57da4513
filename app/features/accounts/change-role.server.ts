import type { Services } from '#app/platform/services.ts'
import type { UserRole } from '#db/tables/accounts.ts'
import type { SignedIn } from './authenticate.server.ts'
import { keepAnOwner, lockColleague } from './lock-accounts.server.ts'
import { setRole } from './people/set-role.server.ts'

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
