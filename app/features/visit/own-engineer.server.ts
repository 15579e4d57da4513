import { data, redirect } from 'react-router'
import { askedFor, requireViewer } from '#app/features/accounts/guards.server.ts'
import { needsLongerPassword } from '#app/features/accounts/roles.ts'
import type { SiteSession } from '#app/features/accounts/site-session.server.ts'
import type { Services, Visit } from '#app/platform/services.ts'
import type { SitePath } from '#app/values/site-path.ts'

/** A signed-in engineer, with their account. */
export interface OwnEngineer {
  viewer: SiteSession
  engineerId: string
  name: string
}

/** The engineer in the roster with the user's account; undefined if there is none, or they have left. */
export const readOwnEngineer = ({ db }: Pick<Services, 'db'>, { account }: SiteSession) =>
  db
    .selectFrom('engineers')
    .select(['id', 'name'])
    .where('userId', '=', account.user.id)
    .where('userId', 'is not', null)
    .where('retiredAt', 'is', null)
    .executeTakeFirst()

/** Returns true if an engineer's password is as long as staff's must be. */
export const hasEngineersPassword = ({ account }: SiteSession) => !needsLongerPassword({ ...account.user, role: 'staff' })

/**
 * The signed-in engineer: a user whose account belongs to an engineer in the roster, whatever its role. Throws a redirect to sign in, or
 * from a password that is too short for door codes to a new one; and a plain 403 page for others.
 */
export async function requireOwnEngineer(visit: Visit, request: Request): Promise<OwnEngineer> {
  const viewer = await requireViewer(visit, request)
  const engineer = await readOwnEngineer(visit.services, viewer)
  if (!engineer) throw data(null, { status: 403, statusText: 'Forbidden' })
  if (!hasEngineersPassword(viewer)) throw redirect(`/account/password?next=${askedFor(request)}` satisfies SitePath, 303)
  return { viewer, engineerId: engineer.id, name: engineer.name }
}
