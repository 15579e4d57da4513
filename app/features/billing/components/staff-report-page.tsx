import { counted } from '#app/platform/next-text.ts'
import { ButtonLink, RowButton } from '#app/ui/button.tsx'
import { TextField } from '#app/ui/field.tsx'
import { Part } from '#app/ui/part.tsx'
import { Plot } from '#app/ui/staff-plot.tsx'
import { Table } from '#app/ui/table.tsx'
import { dayText } from '#app/values/day.ts'
import type { SitePath } from '#app/values/site-path.ts'
import { exactPoundsText } from '#content/money.ts'
import type { BillReport, SumOf } from '../read-bill-report.server.ts'
import type { ReportPeriod } from '../report-period.ts'

interface ReportPageProps {
  report: BillReport
  period: ReportPeriod
  problem?: string
}

/** The amounts billed, paid and refunded in a period, for owners. */
export function ReportPage({ report, period: { from, to }, problem }: ReportPageProps) {
  const query = `from=${from}&to=${to}`
  const file = (name: string) => `/staff/bills/${name}.csv?${query}` satisfies SitePath
  return (
    <div className="@container">
      <h1 className="text-2xl">Takings</h1>
      <form method="get" className="flex max-w-[34em] flex-wrap items-end gap-3">
        <TextField name="from" label="From" type="date" defaultValue={from} problem={problem} />
        <TextField name="to" label="To" type="date" defaultValue={to} />
        <RowButton>Show</RowButton>
      </form>
      <Part title="In this period" className="mt-8">
        <Table
          caption="Billed, credited and paid"
          head={['What', 'Number', 'Amount']}
          rows={[report.billed, report.credited, report.owedByUs, report.disputed, report.disputeFees].map(({ name, count, pence }) => ({
            id: name,
            cells: [name, count, exactPoundsText(pence)],
          }))}
        />
        <p className="mt-3">
          {owingText(report.owing)}{' '}
          <a href={'/staff/bills' satisfies SitePath} className="inline-flex min-h-11 items-center">
            See them
          </a>
        </p>
      </Part>
      <Part title="Paid, by method" className="mt-8">
        <Table
          caption="Payments and refunds by method"
          head={['Method', 'Received', 'Refunded', 'Net']}
          rows={report.takings.map(({ name, inPence, backPence }) => ({
            id: name,
            cells: [name, exactPoundsText(inPence), exactPoundsText(backPence), exactPoundsText(inPence - backPence)],
          }))}
        />
        <p className="mt-3">Refunds are shown on the day the money left us.</p>
        {report.days.length > 1 && (
          <div className="mt-6">
            <Plot
              title="Payments received each day (£)"
              unit=""
              kind="bar"
              series={[{ name: 'Pounds', points: report.days.map(({ day, pence }) => ({ at: dayText(day), value: pence / 100 })) }]}
            />
          </div>
        )}
      </Part>
      <Sums title="What broken promises cost" sums={report.promises} />
      <Part title="Given back, by person" className="mt-8">
        <Table
          caption="What people gave back to customers, with their reasons"
          align={['left', 'left', 'right']}
          head={['Who', 'What', 'Reason', 'Amount']}
          rows={report.given.map(({ who, what, reason, pence }, at) => ({
            id: `${what} ${at}`,
            cells: [who, what, reason, exactPoundsText(pence)],
          }))}
        />
        <p className="mt-3">
          <a href={file('given-back')} className="inline-flex min-h-11 items-center">
            Given back, with broken promises (CSV)
          </a>
        </p>
      </Part>
      <Sums title="Cash taken, by person" sums={report.cash} />
      <Part title="VAT by quarter" className="mt-8">
        <Table
          caption="VAT by quarter"
          head={['Quarter', 'VAT']}
          rows={report.vat.map(({ quarter, pence }) => ({ id: quarter, cells: [quarter, exactPoundsText(pence)] }))}
        />
      </Part>
      <Sums title="Billed, by engineer" sums={report.byEngineer} />
      <Sums title="Billed, by problem" sums={report.byService} />
      <Sums title="Billed, by borough" sums={report.byArea} />
      <Sums title="Billed, by offer" sums={report.byOffer} />
      <Part title="Credit notes and refunds" className="mt-8">
        <Table
          caption="Credit notes and refunds with their reasons"
          align={['left', 'right']}
          head={['What', 'Reason', 'Amount']}
          rows={report.back.map(({ what, reason, pence }, at) => ({ id: `${what} ${at}`, cells: [what, reason, exactPoundsText(pence)] }))}
        />
      </Part>
      <Part title="For your accounts" className="mt-8">
        <div className="mt-3 flex flex-wrap gap-3">
          {[
            ['Xero', 'xero'],
            ['QuickBooks: bills', 'quickbooks'],
            ['QuickBooks: credit notes', 'quickbooks-credit-notes'],
            ['FreeAgent: card', 'freeagent-card'],
            ['FreeAgent: cash', 'freeagent-cash'],
            ['Every line', 'lines'],
          ].map(([label, name]) => (
            <ButtonLink key={name} look="outline" className="key-row" href={file(name ?? '')}>
              {label} (CSV)
            </ButtonLink>
          ))}
        </div>
        <p className="mt-3 max-w-[42em]">
          You can import bills into Xero and QuickBooks. If they ask, choose prices including VAT. Xero takes up to 500 bills per file and
          QuickBooks up to 100, so choose fewer days if you have more. FreeAgent can’t import bills from a file, only statements, so import
          the card file into the account your card payments go to and the cash file into your cash account. Bank transfers are already on
          your bank statement.
        </p>
      </Part>
    </div>
  )
}

function owingText({ count, pence }: SumOf): string {
  if (count === 0) return 'Every bill has been paid.'
  return `${counted(count, 'bill is', 'bills are')} unpaid: ${exactPoundsText(pence)} in total.`
}

function Sums({ title, sums }: { title: string; sums: readonly SumOf[] }) {
  return (
    <Part title={title} className="mt-8">
      <Table
        caption={title}
        head={['Name', 'Number', 'Amount']}
        rows={sums.map(({ name, count, pence }) => ({ id: name, cells: [name, count, exactPoundsText(pence)] }))}
      />
    </Part>
  )
}
