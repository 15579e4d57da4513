import { data, type RouterContextProvider, redirect } from 'react-router'
import { askedFor, type Entered, requireViewer } from '#app/features/accounts/guards.server.ts'
import { needsLongerPassword } from '#app/features/accounts/roles.ts'
import type { SiteSession } from '#app/features/accounts/site-session.server.ts'
import type { Services } from '#app/platform/services.ts'
import type { SitePath } from '#app/values/site-path.ts'

/** A page's visit by a signed-in engineer. */
interface OwnEngineer extends Entered {
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
export async function requireOwnEngineer(context: Readonly<RouterContextProvider>, request: Request): Promise<OwnEngineer> {
  const entered = await requireViewer(context, request)
  const { services, viewer } = entered
  const engineer = await readOwnEngineer(services, viewer)
  if (!engineer) throw data(null, { status: 403, statusText: 'Forbidden' })
  if (!hasEngineersPassword(viewer)) throw redirect(`/account/password?next=${askedFor(request)}` satisfies SitePath, 303)
  return { ...entered, engineerId: engineer.id, name: engineer.name }
}
