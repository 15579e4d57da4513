import { data, type RouterContextProvider } from 'react-router'
import { type Entered, requireViewer } from '#app/features/accounts/guards.server.ts'
import { mayHaveAlerts } from '#app/features/accounts/push-subscriptions.server.ts'

/** A signed-in engineer or member of staff. Throws a redirect to sign in, or a plain 403 page. */
export async function requireAlertsViewer(context: Readonly<RouterContextProvider>, request: Request): Promise<Entered> {
  const entered = await requireViewer(context, request)
  if (!(await mayHaveAlerts(entered.services.db, entered.viewer))) throw data(null, { status: 403, statusText: 'Forbidden' })
  return entered
}
