import { requireRole } from '#app/features/accounts/guards.server.ts'
import { readReport } from '#app/features/running/read-report.server.ts'
import { csvName, periodOf } from '#app/features/running/report-period.ts'
import { unknownPath } from '#app/features/site/unknown-path.server.ts'
import { spreadsheetCsv } from '#app/platform/csv.ts'
import { londonDay } from '#app/platform/london.ts'
import { privateFile, privateHeaders } from '#app/platform/public-page.ts'
import type { Route } from './+types/analytics-table'

/** One of the tables of visits and bookings as a file: `/staff/analytics/pages.csv`. */
export async function loader({ params, request, context }: Route.LoaderArgs) {
  const { services } = await requireRole(context, request, 'staff')
  const query = new URL(request.url).searchParams
  const asked = { days: query.get('days'), from: query.get('from'), to: query.get('to') }
  const { period, problem } = periodOf(asked, londonDay(services.clock.now()))
  if (problem)
    return new Response(`${problem}\n`, { status: 400, headers: { ...privateHeaders, 'Content-Type': 'text/plain; charset=utf-8' } })
  const { tables } = await readReport(services, period)
  const table = tables.find(({ id }) => params.table === `${id}.csv`)
  if (!table) throw unknownPath(services, request)
  return privateFile(spreadsheetCsv(table.head, table.rows), 'text/csv; charset=utf-8; header=present', csvName(table.id, period))
}
