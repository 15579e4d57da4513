import { findDevice, subscribe } from '#app/features/accounts/push-subscriptions.server.ts'
import { viewerOf } from '#app/features/accounts/site-session.server.ts'
import { Refusal } from '#app/platform/errors.ts'
import { privateHeaders } from '#app/platform/public-page.ts'
import { pushKey } from '#app/platform/push.ts'
import { visitContext } from '#app/platform/services.ts'
import type { Route } from './+types/alerts-device'
import { requireAlertsViewer } from './alerts-viewer.server.ts'

/** The key that browsers subscribe with, for the service worker. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { services } = await requireAlertsViewer(context, request)
  return Response.json({ key: await pushKey(services) }, { headers: privateHeaders })
}

/** Stores a browser's subscription to alerts, or reports if it is stored; for the page's script and the service worker. */
export async function action({ request, context }: Route.ActionArgs) {
  const visit = context.get(visitContext)
  const viewer = await viewerOf(visit)
  try {
    const sent = readJson(await request.text())
    const id =
      viewer && sent?.isCheck === true
        ? await findDevice(visit.services, viewer, sent.subscription?.endpoint)
        : await subscribe(visit.services, viewer, sent, visit.userAgent)
    return Response.json({ id }, { headers: privateHeaders })
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const { code, message, status } = error
    return Response.json({ code, message }, { status, headers: { ...privateHeaders, ...error.headers() } })
  }
}

function readJson(text: string): { isCheck?: unknown; subscription?: { endpoint?: unknown } } | null {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
