import type { UserRow } from '#app/features/accounts/account-rows.ts'
import type { Services } from '#app/platform/services.ts'
import type { SitePath } from '#app/platform/site-path.ts'

/**
 * Where someone goes once they are signed in, whichever way they did: to the page they asked for; else staff to the board, an engineer to
 * their jobs, anyone else to the home page. `next`: what `nextPath` makes of the address.
 */
export async function landingPath({ db }: Pick<Services, 'db'>, next: string, { id, role }: Pick<UserRow, 'id' | 'role'>): Promise<string> {
  if (next !== '/') return next
  if (role === 'staff' || role === 'owner') return '/staff' satisfies SitePath
  const engineer = await db.selectFrom('engineers').select('id').where('userId', '=', id).where('retiredAt', 'is', null).executeTakeFirst()
  return engineer ? ('/engineer' satisfies SitePath) : next
}
