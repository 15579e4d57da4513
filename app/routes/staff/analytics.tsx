import { requireRole } from '#app/features/accounts/guards.server.ts'
import { Days, Funnel, ReportTables } from '#app/features/running/components/report-page.tsx'
import { readReport } from '#app/features/running/read-report.server.ts'
import { periodDays, periodOf, plotDay } from '#app/features/running/report-period.ts'
import { StaffFrame } from '#app/features/site/components/staff-frame.tsx'
import { StaffPage } from '#app/features/site/components/staff-page.tsx'
import { londonDay } from '#app/platform/london.ts'
import { privateHeaders, privateMeta } from '#app/platform/public-page.ts'
import type { RouteHandle } from '#app/root.tsx'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { TextField } from '#app/ui/field.tsx'
import type { SitePath } from '#app/values/site-path.ts'
import type { Route } from './+types/analytics'

export const handle: RouteHandle = { hydrate: true, style: 'staff' }
export const meta = () => privateMeta('Website')
export const headers = () => privateHeaders

const plotted = [
  { name: 'visits', title: 'Visits' },
  { name: 'bookings', title: 'All bookings saved' },
] as const

const figure = (value: string | number) => (typeof value === 'number' ? value.toLocaleString('en-GB') : value)

export async function loader({ request, context }: Route.LoaderArgs) {
  const { services } = await requireRole(context, request, 'staff')
  const query = new URL(request.url).searchParams
  const typed = { from: query.get('from')?.slice(0, 20), to: query.get('to')?.slice(0, 20) }
  const today = londonDay(services.clock.now())
  const { period, days, problem } = periodOf({ days: query.get('days'), ...typed }, today)
  const report = await readReport(services, period)
  const fileOf = (id: string) => `/staff/analytics/${id}.csv?${new URLSearchParams({ ...period })}` satisfies SitePath
  const longest = Math.max(1, ...report.funnel.map(({ count }) => count))
  return {
    period: { ...period, ...(problem && typed) },
    problem,
    today,
    choices: periodDays.map((count) => ({ count, isChosen: count === days })),
    funnelFile: fileOf('funnel'),
    stages: report.funnel.map(({ name, count, ofBefore }) => ({
      name,
      count: figure(count),
      share: ofBefore === null ? '' : `${figure(Number(ofBefore.toFixed(1)))}% of the previous step`,
      width: Number(((count / longest) * 100).toFixed(2)),
    })),
    daysFile: fileOf('days'),
    plots: plotted.map(({ name, title }) => ({
      title,
      unit: '',
      kind: 'line' as const,
      series: [{ name: title, points: report.days.map((day) => ({ at: plotDay(day.day, period), value: day[name] })) }],
    })),
    tables: report.tables
      .filter(({ id }) => id !== 'funnel' && id !== 'days')
      .map((table) => ({ ...table, rows: table.rows.map((row) => row.map(figure)), csv: fileOf(table.id) })),
  }
}

/** Visits and bookings: by page, area and source. Everything is in the page: no script is needed. */
export default function Analytics({
  loaderData: { period, problem, today, choices, stages, funnelFile, daysFile, plots, tables },
}: Route.ComponentProps) {
  return (
    <StaffPage>
      <StaffFrame
        title="Website"
        lead="How many people visit the website, and how many of them book. Visits are counted anonymously and without cookies. People who’ve opted out, bots, and browsers without JavaScript aren’t included."
        width="wide"
      >
        <nav aria-label="Period" className="mt-6 flex flex-wrap gap-3">
          {choices.map(({ count, isChosen }) => (
            <ButtonLink
              key={count}
              look={isChosen ? 'ink' : 'outline'}
              href={`/staff/analytics?days=${count}` satisfies SitePath}
              aria-current={isChosen ? 'page' : undefined}
              className="key-small"
            >
              {count} days
            </ButtonLink>
          ))}
        </nav>
        <form method="get" action={'/staff/analytics' satisfies SitePath} className="grid items-end gap-x-4 md:grid-cols-[1fr_1fr_auto]">
          <TextField
            type="date"
            name="from"
            label="First day"
            defaultValue={period.from}
            max={today}
            problem={problem}
            key={`from-${period.from}`}
          />
          <TextField type="date" name="to" label="Last day" defaultValue={period.to} max={today} key={`to-${period.to}`} />
          <Button look="outline" className="mt-5">
            Show
          </Button>
        </form>
        <Funnel stages={stages} csv={funnelFile} />
        <p className="mt-3 max-w-[40em] text-sm text-muted">
          A visit starts when someone opens one of our pages from somewhere else. The figures for the form’s steps come from visitors’
          browsers. A form that’s started on one page and finished on another counts as one form. “Bookings saved” are the ones in our
          database.
        </p>
        <Days plots={plots} csv={daysFile} />
        <ReportTables tables={tables} />
      </StaffFrame>
    </StaffPage>
  )
}
