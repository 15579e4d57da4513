import { requireRole } from '#app/features/accounts/guards.server.ts'
import { RunsLinks } from '#app/features/running/components/runs-links.tsx'
import { BookingWay, UptimeReport } from '#app/features/running/components/uptime-report.tsx'
import { readBookingWay, readUptimeHistory, readUptimeNow } from '#app/features/running/uptime-reads.server.ts'
import { uptimeSpans } from '#app/features/running/uptime-rounds.ts'
import { bookingWayView, endpointView } from '#app/features/running/uptime-view.ts'
import { StaffFrame } from '#app/features/site/components/staff-frame.tsx'
import { StaffPage } from '#app/features/site/components/staff-page.tsx'
import { privateHeaders, privateMeta } from '#app/platform/public-page.ts'
import type { RouteHandle } from '#app/root.tsx'
import type { Route } from './+types/uptime'

export const handle: RouteHandle = { hydrate: true, style: 'staff' }
export const meta = () => privateMeta('Uptime')
export const headers = () => privateHeaders

export async function loader({ request, context }: Route.LoaderArgs) {
  const { services } = await requireRole(context, request, 'staff')
  const asked = Number(new URL(request.url).searchParams.get('days'))
  const span = uptimeSpans.find((days) => days === asked) ?? 1
  const [now, histories, way] = await Promise.all([readUptimeNow(services), readUptimeHistory(services, span), readBookingWay(services)])
  const endpoints = now.flatMap((one) => {
    const history = histories.find(({ endpoint }) => endpoint === one.endpoint)
    return history ? [endpointView(one, history, span)] : []
  })
  return { span, endpoints, way: bookingWayView(way), monitorUrl: services.config.monitorUrl }
}

/** Results of the site's own checks, and the state of online booking. */
export default function Uptime({ loaderData: { span, endpoints, way, monitorUrl } }: Route.ComponentProps) {
  return (
    <StaffPage>
      <StaffFrame title="Uptime" lead={`The site checks itself regularly. This is how it responded at ${monitorUrl}.`} width="wide">
        <RunsLinks here="/staff/uptime" />
        <UptimeReport span={span} endpoints={endpoints} />
        <BookingWay {...way} />
      </StaffFrame>
    </StaffPage>
  )
}
