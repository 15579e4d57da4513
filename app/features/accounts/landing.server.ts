import type { Services } from '#app/platform/services.ts'
import type { SitePath } from '#app/values/site-path.ts'
import type { UserRow } from './account-rows.ts'
import { saying } from './done-notices.ts'
import { isEngineersAccount } from './site-session.server.ts'

/** The page that customers continue to after signing in. */
export const customersLanding = saying('/account/bookings' satisfies SitePath, 'signed-in')

/**
 * Returns the path to continue at after signing in: the requested page; otherwise the board for staff, the jobs for engineers, and their
 * bookings for customers, who are welcomed there. `next`: from `nextPath`.
 */
export async function landingPath({ db }: Pick<Services, 'db'>, next: string, { id, role }: Pick<UserRow, 'id' | 'role'>): Promise<string> {
  if (next !== '/') return next
  if (role === 'staff' || role === 'owner') return '/staff' satisfies SitePath
  return (await isEngineersAccount(db, id)) ? ('/engineer' satisfies SitePath) : customersLanding
}
