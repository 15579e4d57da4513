import { data } from 'react-router'
import { requireViewer } from '#app/features/accounts/guards.server.ts'
import { mayHaveAlerts } from '#app/features/accounts/push-subscriptions.server.ts'
import type { SiteSession } from '#app/features/accounts/site-session.server.ts'
import type { Visit } from '#app/platform/services.ts'

/** A signed-in engineer or member of staff. Throws a redirect to sign in, or a plain 403 page. */
export async function requireAlertsViewer(visit: Visit, request: Request): Promise<SiteSession> {
  const viewer = await requireViewer(visit, request)
  if (!(await mayHaveAlerts(visit.services.db, viewer))) throw data(null, { status: 403, statusText: 'Forbidden' })
  return viewer
}
