import { data } from 'react-router'
import { requireViewer } from '#app/features/sessions/guards.server.ts'
import type { SiteSession } from '#app/features/sessions/site-session.server.ts'
import type { Services, Visit } from '#app/platform/services.ts'

/** An engineer who is signed in, with the account that is theirs. */
export interface OwnEngineer {
  viewer: SiteSession
  engineerId: string
  name: string
}

/** The engineer of the roster whose account someone signed in has; undefined if they are none, or have left. */
export const readOwnEngineer = ({ db }: Pick<Services, 'db'>, { account }: SiteSession) =>
  db
    .selectFrom('engineers')
    .select(['id', 'name'])
    .where('userId', '=', account.user.id)
    .where('userId', 'is not', null)
    .where('retiredAt', 'is', null)
    .executeTakeFirst()

/**
 * The engineer who is signed in: whoever has an account that an engineer of the roster has been given, whatever its role. Throws a
 * redirect to where one signs in, and a plain 403 page for anyone else.
 */
export async function requireOwnEngineer(visit: Visit, request: Request): Promise<OwnEngineer> {
  const viewer = await requireViewer(visit, request)
  const engineer = await readOwnEngineer(visit.services, viewer)
  if (!engineer) throw data(null, { status: 403, statusText: 'Forbidden' })
  return { viewer, engineerId: engineer.id, name: engineer.name }
}
