import { redirect } from 'react-router'
import { answerAccountForm } from '#app/features/accounts/account-form.server.ts'
import { requireRole } from '#app/features/accounts/guards.server.ts'
import { BackupReport, ErrorRows, MonitoringFilter, PageSpeeds, TimeTable } from '#app/features/running/components/monitoring-parts.tsx'
import { RunsLinks } from '#app/features/running/components/runs-links.tsx'
import { WideTable } from '#app/features/running/components/wide-table.tsx'
import { addressOf, chosenIn, kindWords, nextWithMonitoring, vitalWords } from '#app/features/running/monitoring-view.ts'
import { readBackupViews } from '#app/features/running/read-backups.server.ts'
import { countOpenErrors, readErrors } from '#app/features/running/read-errors.server.ts'
import {
  readAnswers,
  readDropped,
  readKnownPages,
  readNewestMetrics,
  readPageSpeeds,
  readTimes,
  readVitals,
} from '#app/features/running/read-speed.server.ts'
import { resolveError } from '#app/features/running/resolve-error.server.ts'
import { goodUpTo, vitals } from '#app/features/running/vitals-and-errors.ts'
import { StaffFrame } from '#app/features/site/components/staff-frame.tsx'
import { StaffPage } from '#app/features/site/components/staff-page.tsx'
import { momentText } from '#app/platform/london.ts'
import { privateFormHeaders, privateMeta } from '#app/platform/public-page.ts'
import type { RouteHandle } from '#app/root.tsx'
import { Folded } from '#app/ui/folded.tsx'
import { Plot, withUnit } from '#app/ui/staff-plot.tsx'
import type { Route } from './+types/monitoring'

export const handle: RouteHandle = { hydrate: true, style: 'staff' }
export const meta = () => privateMeta('Monitoring')
export const headers = privateFormHeaders

export async function loader({ request, context }: Route.LoaderArgs) {
  const { services } = await requireRole(context, request, 'staff')
  const query = new URL(request.url).searchParams
  const chosen = chosenIn(query)
  const [pages, open, errors, vitalSeries, pageSpeeds, answers, responseTimes, fetchTimes, outgoingTimes, dropped, newest, backups] =
    await Promise.all([
      readKnownPages(services),
      countOpenErrors(services),
      readErrors(services, chosen.kind),
      readVitals(services, chosen),
      readPageSpeeds(services),
      readAnswers(services, chosen),
      readTimes(services, 'response'),
      readTimes(services, 'fetch'),
      readTimes(services, 'outgoing'),
      readDropped(services),
      readNewestMetrics(services),
      readBackupViews(services),
    ])
  const notice =
    query.get('done') === 'resolved'
      ? { title: 'Resolved', text: 'It’ll reopen automatically if it happens again.', tone: 'plain' as const }
      : undefined
  return {
    ...{ notice, chosen, pages, open, errors, vitalSeries, pageSpeeds, answers, responseTimes, fetchTimes, outgoingTimes, dropped },
    backups: { places: backups, secretKeyId: services.secrets.currentKeyId },
    newest: newest.map(({ timestamp, ...metric }) => ({ ...metric, at: momentText(timestamp) })),
  }
}

export async function action({ request, context }: Route.ActionArgs) {
  const { visit, services, viewer } = await requireRole(context, request, 'staff')
  const chosen = chosenIn(new URL(request.url).searchParams)
  return answerAccountForm(
    { request, visit, viewer },
    async ({ text }) => {
      if (await resolveError(services, viewer, text('fingerprint'))) return redirect(addressOf(chosen, { done: 'resolved' }), 303)
      return {
        notice: {
          title: 'Not changed',
          text: 'That error is no longer on record. Reload the page to see the current list.',
          tone: 'alarm' as const,
        },
      }
    },
    { not_staff: 'You’re no longer a member of staff.' },
  )
}

/** Errors, page speed as visitors measure it, and the server's response times. */
export default function Monitoring({ loaderData, actionData }: Route.ComponentProps) {
  const {
    chosen,
    pages,
    open,
    errors,
    vitalSeries,
    pageSpeeds,
    answers,
    responseTimes,
    fetchTimes,
    outgoingTimes,
    dropped,
    newest,
    backups,
  } = loaderData
  const hasVitals = pageSpeeds.length > 0
  const answeredBy = chosen.by === 'day' ? 'by day, over four weeks' : 'by hour, over two days'
  return (
    <StaffPage>
      <StaffFrame
        title="Monitoring"
        lead={<b>{nextWithMonitoring(open, backups.places)}</b>}
        notice={actionData?.notice ?? loaderData.notice}
        width="wide"
      >
        <RunsLinks here="/staff/monitoring" />
        <Folded label="Show a part of it" isOpen={addressOf(chosen) !== addressOf({ by: 'hour' })} isWide onPhones>
          <MonitoringFilter chosen={chosen} pages={pages} />
        </Folded>

        <section id="errors" className="mt-12">
          <h2 className="text-xl">What’s going wrong</h2>
          <p className="mt-1 text-muted">
            {open.length === 0 ? 'No open errors.' : `Open: ${open.map(({ kind, count }) => `${kindWords[kind]} ${count}`).join(', ')}.`}
          </p>
          {errors.length === 0 ? (
            <p className="mt-3">
              {`No errors ${chosen.kind ? 'of this type ' : ''}on record. `}
              Page and server errors, and anything blocked by a page’s security policy, appear here a few seconds after they happen.
            </p>
          ) : (
            <ErrorRows rows={errors} />
          )}
        </section>

        <BackupReport {...backups} />

        <section id="vitals" className="mt-16">
          <h2 className="text-xl">Speed for visitors</h2>
          <p className="mt-1 text-muted">
            Three in four visits were at least this fast. Shown by day over four weeks. Nothing here identifies a visitor.
          </p>
          {hasVitals ? (
            <>
              <div className="mt-6 grid gap-x-12 gap-y-8 md:grid-cols-2">
                {vitals.map((vital) => (
                  <div key={vital} className="min-w-0">
                    <Plot title={vitalWords[vital].title} unit={vitalWords[vital].unit} kind="line" series={[vitalSeries[vital]]} />
                    <p className="text-sm text-muted">Good up to {withUnit(goodUpTo[vital], vitalWords[vital].unit)}.</p>
                  </div>
                ))}
              </div>
              <h3 className="mt-10 text-lg">By page and device, last four weeks</h3>
              <PageSpeeds rows={pageSpeeds} />
            </>
          ) : (
            <p className="mt-3">No measurements yet. The first figures appear here a few seconds after a visitor leaves a page.</p>
          )}
        </section>

        <section id="answers" className="mt-16">
          <h2 className="text-xl">Server responses</h2>
          <p className="mt-1 text-muted">
            Response times in milliseconds, {answeredBy}: 50%, 95% and 99% of responses were at least this fast.
          </p>
          <div className="mt-6 grid gap-x-12 gap-y-8 md:grid-cols-2">
            <Plot title="Response time" unit="ms" kind="line" series={answers.times} />
            <Plot title="Server errors (5xx)" unit="" kind="bar" series={[answers.failures]} />
          </div>
          <h3 className="mt-10 text-lg">The last day, by type of request</h3>
          {responseTimes.length > 0 ? (
            <TimeTable caption="Responses in the last day" rows={responseTimes} />
          ) : (
            <p className="mt-3">No requests yet. Every response is counted here within seconds.</p>
          )}
          <h3 className="mt-10 text-lg">Requests from visitors’ pages, as seen by their browsers</h3>
          {fetchTimes.length > 0 ? (
            <TimeTable caption="Requests from pages, last day" rows={fetchTimes} />
          ) : (
            <p className="mt-3">Nothing in the last day. Requests from forms and live figures appear here.</p>
          )}
          <h3 className="mt-10 text-lg">Requests to other servers</h3>
          {outgoingTimes.length > 0 ? (
            <TimeTable caption="Requests to other servers, last day" rows={outgoingTimes} />
          ) : (
            <p className="mt-3">Nothing in the last day. Requests to connected services appear here.</p>
          )}
          {newest.length > 0 && (
            <details className="mt-8">
              <summary className="flex min-h-11 cursor-pointer items-center font-semibold underline">
                The latest individual measurements
              </summary>
              <WideTable
                caption="The latest individual measurements"
                head={['When', 'What', 'Value', 'Page', 'Device']}
                align="left"
                rows={newest.map(({ id, at, name, value, metadata: { page, device, path } }) => ({
                  id,
                  cells: [at, path ? `${name} ${path}` : name, withUnit(value, name === 'CLS' ? '' : 'ms'), page, device],
                }))}
              />
            </details>
          )}
          <p className="mt-8 text-muted">
            {dropped.length === 0
              ? 'No reports were dropped in the last day.'
              : `Reports dropped in the last day: ${dropped.map(({ reason, count }) => `${count.toLocaleString('en-GB')} (${reason})`).join(', ')}.`}
          </p>
        </section>
      </StaffFrame>
    </StaffPage>
  )
}
