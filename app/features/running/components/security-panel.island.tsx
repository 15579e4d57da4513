import { type ReactNode, type SubmitEvent, useEffect, useRef, useState } from 'react'
import { londonTimeText } from '#app/platform/london-intl.ts'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { showToast } from '#app/ui/toast.ts'
import type { SitePath } from '#app/values/site-path.ts'
import { judgeMonitoring } from '../security/security-checks.ts'
import { watchPage } from '../security/watch-page.ts'
import type { Action, ActionResult, PageState, SecurityReport } from '../security-report.ts'
import { acts, monitoringStarted, reportPath } from './security-acts.ts'
import { DetailList, RecommendationList, StatusList } from './status-list.tsx'

interface SecurityPanelProps {
  report: SecurityReport
  /** The result of a button used before scripts ran. */
  result: ActionResult | null
}

const quiet: PageState = { monitoring: 'inactive', encryption: 'not tested', events: [] }

/**
 * The security dashboard: the state, the tests, and the report. Its buttons send a form without scripts; with them they do the same in
 * place, and also test the browser.
 */
export default function SecurityPanel({ report: first, result: firstResult }: SecurityPanelProps) {
  const { report, page, result, isStarted, onSubmit } = useSecurityPanel(first, firstResult)
  const isActive = page.monitoring === 'active'
  const shown = asShown(report, page)
  return (
    <>
      <div className="gap-12 lg:grid lg:grid-cols-[minmax(0,1fr)_340px]">
        <Titled id="status-title" title="Status" className="mt-8">
          <p className="mt-1 text-muted">
            Measured at <time dateTime={report.checkedAt}>{londonTimeText(report.checkedAt)}</time>, London time.
          </p>
          <StatusList checks={shown.checks} />
        </Titled>
        <Tries isActive={isActive} onSubmit={onSubmit}>
          {result && <Result result={isActive && result.action === 'monitor' ? monitoringStarted : result} report={report} />}
        </Tries>
      </div>
      {isActive && <Findings page={page} />}
      {shown.details && (
        <Titled id="details-title" title="For staff">
          <p className="mt-1 text-muted">Only staff can see this section.</p>
          <DetailList details={shown.details} />
        </Titled>
      )}
      <Titled id="recommendations-title" title="Recommendations">
        <RecommendationList recommendations={shown.recommendations} />
      </Titled>
      <ReportText text={JSON.stringify(shown, null, 2)} isStarted={isStarted} />
    </>
  )
}

interface TitledProps {
  /** Of its heading. */
  id: string
  title: string
  className?: string
  children: ReactNode
}

const Titled = ({ id, title, className = 'mt-12', children }: TitledProps) => (
  <section aria-labelledby={id} className={className}>
    <h2 id={id} className="text-2xl">
      {title}
    </h2>
    {children}
  </section>
)

/** The panel's state and the actions of its buttons. */
function useSecurityPanel(first: SecurityReport, firstResult: ActionResult | null) {
  const [report, setReport] = useState(first)
  const [result, setResult] = useState(firstResult)
  const [page, setPage] = useState(quiet)
  const [isStarted, setIsStarted] = useState(false)
  const isActive = page.monitoring === 'active'

  // 'Start Monitoring' was clicked before this script started.
  useEffect(() => {
    setIsStarted(true)
    if (firstResult?.action === 'monitor') setPage((before) => ({ ...before, monitoring: 'active' }))
  }, [firstResult])

  useEffect(() => {
    if (isActive) return watchPage((event) => setPage((before) => ({ ...before, events: [event, ...before.events] })))
  }, [isActive])

  // One after another, however quickly they are clicked.
  const last = useRef(Promise.resolve())
  async function perform(action: Action) {
    const done = await acts[action](setReport, setPage)
    setResult(done)
    if (action === 'threats' || action === 'encryption')
      showToast({ title: done.title, text: done.text, tone: done.isAlarm ? 'alarm' : 'plain' })
  }

  const onSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const action = ((event.nativeEvent as globalThis.SubmitEvent).submitter as HTMLButtonElement | null)?.value
    if (action && Object.hasOwn(acts, action)) last.current = last.current.then(() => perform(action as Action))
  }
  return { report, result, page, isStarted, onSubmit }
}

interface TriesProps {
  isActive: boolean
  onSubmit: (event: SubmitEvent<HTMLFormElement>) => void
  /** The result of a button. */
  children: ReactNode
}

function Tries({ isActive, onSubmit, children }: TriesProps) {
  return (
    <Titled id="actions-title" title="Try it" className="mt-8">
      <form method="post" action={'/security-dashboard#result' satisfies SitePath} onSubmit={onSubmit} className="mt-4 grid gap-3">
        <Button
          name="act"
          value="monitor"
          disabled={isActive}
          className="disabled:cursor-default disabled:bg-ok disabled:[box-shadow:none]"
        >
          {isActive ? 'Monitoring Active' : 'Start Monitoring'}
        </Button>
        <Button name="act" value="threats" look="outline">
          Test Threat Detection
        </Button>
        <Button name="act" value="encryption" look="outline">
          Test Encryption
        </Button>
        <Button name="act" value="refresh" look="outline">
          Refresh Status
        </Button>
      </form>
      {/* Toasts are announced; results without one are announced here. */}
      <div id="result" role="status" className="mt-4">
        {children}
      </div>
    </Titled>
  )
}

/** The whole report, to be read, downloaded or copied. */
function ReportText({ text, isStarted }: { text: string; isStarted: boolean }) {
  return (
    <Titled id="report-title" title="Security report">
      <div className="mt-4 flex flex-wrap gap-3">
        <ButtonLink look="outline" href={reportPath} download="security-report.json" className="key-small">
          Download
        </ButtonLink>
        {/* Its space is reserved: without a script it could do nothing. */}
        <Button type="button" look="outline" className={`key-small ${isStarted ? '' : 'invisible'}`} onClick={() => copy(text)}>
          Copy
        </Button>
      </div>
      <textarea
        readOnly
        rows={16}
        spellCheck={false}
        aria-labelledby="report-title"
        className="mt-4 w-full border-2 border-ink bg-chalk p-4 font-[monospace] text-sm"
        value={text}
      />
    </Titled>
  )
}

/** The server's report with this page's findings. */
const asShown = (report: SecurityReport, page: PageState): SecurityReport => ({
  ...report,
  checks: report.checks.map((check) =>
    check.id === 'monitoring' && page.monitoring === 'active'
      ? judgeMonitoring({ isActive: true, found: page.events.length, isHoldingBack: report.isHoldingBack })
      : check,
  ),
  page,
})

async function copy(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    showToast({ title: 'Report copied.' })
  } catch {
    showToast({ title: 'The report couldn’t be copied.', text: 'Select it and copy it, or download it.', tone: 'alarm' })
  }
}

function Result({ result, report }: { result: ActionResult; report: SecurityReport }) {
  return (
    <div className={`border-2 px-4 py-3 ${result.isAlarm ? 'border-alarm bg-alarm-wash' : 'border-ink bg-chalk'}`}>
      <p className="font-bold">{result.title}</p>
      {result.text && <p className="mt-1 text-sm">{result.text}</p>}
      {result.action === 'threats' && (
        <ul className="mt-2 text-sm">
          {report.threatTest.probes.map(({ label, found }) => (
            <li key={label} className="flex justify-between gap-4 border-t border-line py-1.5">
              <span>{label}</span>
              <b className="text-right">{found.length > 0 ? found.join(', ') : 'not detected'}</b>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

/** The findings of monitoring, newest first, and a field to test detection. */
function Findings({ page: { events } }: { page: PageState }) {
  return (
    <Titled id="findings-title" title="Found on this page">
      <label className="mt-4 block max-w-[40em]">
        <span className="font-bold">A field to test it with</span>
        <span className="block text-sm text-muted">What you type here is checked in your browser and isn’t sent anywhere.</span>
        <input
          type="text"
          aria-label="A field to test it with"
          autoComplete="off"
          className="mt-1 h-12 w-full border-2 border-ink bg-white px-3"
        />
      </label>
      <ol aria-live="polite" className="mt-4 border-t-2 border-ink">
        {events.length === 0 && <li className="border-b border-line py-3 text-muted">Nothing yet.</li>}
        {events.map(({ at, kind, text }) => (
          <li key={`${at} ${text}`} data-kind={kind} className="flex flex-wrap gap-x-6 border-b border-line py-3">
            <time dateTime={at} className="font-bold">
              {londonTimeText(at)}
            </time>
            <span className="min-w-0 [overflow-wrap:anywhere]">{text}</span>
          </li>
        ))}
      </ol>
    </Titled>
  )
}
