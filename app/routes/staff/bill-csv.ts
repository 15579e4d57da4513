import type { Kysely } from 'kysely'
import { requireRole } from '#app/features/accounts/guards.server.ts'
import {
  freeAgentCsv,
  givenCsv,
  plainCsv,
  quickBooksCreditsCsv,
  quickBooksCsv,
  readAccountsPapers,
  readStatementLines,
  xeroCsv,
} from '#app/features/billing/accounts-csv.server.ts'
import { readBillReport } from '#app/features/billing/read-bill-report.server.ts'
import { type ReportPeriod, reportPeriod } from '#app/features/billing/report-period.ts'
import { unknownPath } from '#app/features/site/unknown-path.server.ts'
import { londonDay } from '#app/platform/london.ts'
import { privateFile, privateHeaders } from '#app/platform/public-page.ts'
import type { Tables } from '#db/tables.ts'
import type { Route } from './+types/bill-csv'

type Write = (db: Kysely<Tables>, period: ReportPeriod) => Promise<string>

const ofBills =
  (format: typeof plainCsv): Write =>
  async (db, period) =>
    format(await readAccountsPapers(db, period))
const ofMoney =
  (by: 'card' | 'cash'): Write =>
  async (db, period) =>
    freeAgentCsv(await readStatementLines(db, by, period))

const files: Record<string, Write> = {
  ...{ 'xero.csv': ofBills(xeroCsv), 'lines.csv': ofBills(plainCsv) },
  ...{ 'quickbooks.csv': ofBills(quickBooksCsv), 'quickbooks-credit-notes.csv': ofBills(quickBooksCreditsCsv) },
  'given-back.csv': async (db, period) => givenCsv(await readBillReport(db, period)),
  ...{ 'freeagent-card.csv': ofMoney('card'), 'freeagent-cash.csv': ofMoney('cash') },
}

/** Bills and credit notes, or money, as a file for an accounts program: `/staff/bills/xero.csv?from=2026-11-01&to=2026-11-30`. */
export async function loader({ params, request, context }: Route.LoaderArgs) {
  const { services } = await requireRole(context, request, 'owner')
  const { db, clock } = services
  const write = Object.hasOwn(files, params.file) ? files[params.file] : undefined
  if (!write) throw unknownPath(services, request)
  const { period, problem } = reportPeriod(new URL(request.url).searchParams, londonDay(clock.now()))
  if (problem)
    return new Response(`${problem}\n`, { status: 400, headers: { ...privateHeaders, 'Content-Type': 'text/plain; charset=utf-8' } })
  return privateFile(
    await write(db, period),
    `text/csv; charset=utf-8; header=${params.file.startsWith('freeagent') ? 'absent' : 'present'}`,
    `bills-${period.from}-to-${period.to}-${params.file}`,
  )
}
