import { plainCsv, quickBooksCsv, readAccountsLines, xeroCsv } from '#app/features/bill-reports/accounts-csv.server.ts'
import { reportPeriod } from '#app/features/bill-reports/report-period.ts'
import { requireRole } from '#app/features/sessions/guards.server.ts'
import { unknownPath } from '#app/features/shell/unknown-path.server.ts'
import { londonDay } from '#app/platform/london.ts'
import { privateHeaders } from '#app/platform/public-page.ts'
import { visitContext } from '#app/platform/services.ts'
import type { Route } from './+types/bill-csv'

const formats: Record<string, typeof plainCsv> = { 'xero.csv': xeroCsv, 'quickbooks.csv': quickBooksCsv, 'lines.csv': plainCsv }

/** Bills and credit notes as a file for an accounts program: `/staff/bills/xero.csv?from=2026-11-01&to=2026-11-30`. */
export async function loader({ params, request, context }: Route.LoaderArgs) {
  const visit = context.get(visitContext)
  await requireRole(visit, request, 'owner')
  const { db, clock } = visit.services
  const format = Object.hasOwn(formats, params.file) ? formats[params.file] : undefined
  if (!format) throw unknownPath(visit.services, request)
  const { period, problem } = reportPeriod(new URL(request.url).searchParams, londonDay(clock.now()))
  if (problem)
    return new Response(`${problem}\n`, { status: 400, headers: { ...privateHeaders, 'Content-Type': 'text/plain; charset=utf-8' } })
  return new Response(format(await readAccountsLines(db, period)), {
    headers: {
      ...privateHeaders,
      'Content-Type': 'text/csv; charset=utf-8; header=present',
      'Content-Disposition': `attachment; filename="bills-${period.from}-to-${period.to}-${params.file}"`,
    },
  })
}
