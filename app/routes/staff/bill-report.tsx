import { requireRole } from '#app/features/accounts/guards.server.ts'
import { ReportPage } from '#app/features/billing/components/staff-report-page.tsx'
import { readBillReport } from '#app/features/billing/read-bill-report.server.ts'
import { reportPeriod } from '#app/features/billing/report-period.ts'
import { StaffPage } from '#app/features/site/components/staff-page.tsx'
import { londonDay } from '#app/platform/london.ts'
import { privateHeaders, privateMeta } from '#app/platform/public-page.ts'
import type { RouteHandle } from '#app/root.tsx'
import type { Route } from './+types/bill-report'

export const handle: RouteHandle = { hydrate: true, style: 'staff' }
export const meta = () => privateMeta('Takings')
export const headers = () => privateHeaders

export async function loader({ request, context }: Route.LoaderArgs) {
  const { services } = await requireRole(context, request, 'owner')
  const { db, clock } = services
  const { period, problem } = reportPeriod(new URL(request.url).searchParams, londonDay(clock.now()))
  return { period, problem, report: await readBillReport(db, period) }
}

/** The business's money in some days, for owners. */
export default function BillReportForOwners({ loaderData }: Route.ComponentProps) {
  return (
    <StaffPage>
      <ReportPage {...loaderData} />
    </StaffPage>
  )
}
