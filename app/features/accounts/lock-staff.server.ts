import type { Transaction } from 'kysely'
import type { Tables } from '#db/tables.ts'
import { lockUser } from './lock-accounts.server.ts'
import { AuthRefusal } from './refusals.ts'
import { hasAtLeast } from './roles.ts'

/** Locks whoever asks, who must still be one of the staff: they may have left since the page was asked for. Throws `not_staff`. */
export async function lockStaff(tx: Transaction<Tables>, userId: string): Promise<void> {
  const user = await lockUser(tx, userId)
  if (!user || !hasAtLeast(user.role, 'staff')) throw new AuthRefusal(403, 'not_staff', 'Only staff may do this')
}
