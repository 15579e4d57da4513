import { Table } from '#app/ui/table.tsx'
import type { SitePath } from '#app/values/site-path.ts'
import { spanText, type UptimeNow, type UptimeSpan, uptimeRoundMs, uptimeSpans } from '../uptime-rounds.ts'
import { type BookingWayView, type EndpointView, stateWords } from '../uptime-view.ts'

/** The results of the site's own checks, as strips and as figures. */
export function UptimeReport({ span, endpoints }: { span: UptimeSpan; endpoints: readonly EndpointView[] }) {
  return (
    <>
      <nav aria-label="Time" className="mt-6">
        <ul className="flex flex-wrap gap-2">
          {uptimeSpans.map((days) => (
            <li key={days}>
              <a
                href={`/staff/uptime?days=${days}` satisfies SitePath}
                aria-current={days === span ? 'true' : undefined}
                className="key key-outline key-small aria-[current]:bg-ink aria-[current]:text-white"
              >
                {spanText(days)}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <ul className="mt-6 grid gap-6">
        {endpoints.map((one) => (
          <li key={one.endpoint} className="rounded-key border-2 border-ink bg-chalk p-4 md:p-5">
            <Endpoint {...one} span={span} />
          </li>
        ))}
      </ul>
      <p className="mt-3 flex flex-wrap gap-x-5 gap-y-1 text-sm" aria-hidden="true">
        {(Object.keys(stateWords) as UptimeNow[]).map((state) => (
          <span key={state} className="inline-flex items-center gap-2">
            <i className={`uptime-cell uptime-${state} w-4`} />
            {legend[state]}
          </span>
        ))}
      </p>
      <h2 className="mt-10 text-xl">The figures</h2>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a table that scrolls sideways can be scrolled with the keyboard. */}
      <section aria-label="Check results" tabIndex={0} className="mt-2 overflow-x-auto">
        <Table
          caption={`Check results: ${spanText(span)}`}
          head={['Page', 'Up', 'Slow', 'Down', 'Not known', '50% within', '95% within']}
          rows={endpoints.map(({ endpoint, name, row }) => ({ id: endpoint, cells: [name, ...row].map(inOneLine) }))}
        />
      </section>
      <p className="mt-3 max-w-[40em] text-sm text-muted">
        The site is checked every {uptimeRoundMs / 60_000} minutes. “Up” means that it answered within 5 seconds, “Slow” that it took
        longer, and “Down” that there was an error, or no answer within 10 seconds. These three are percentages of the checks made. “Not
        known” is the percentage of time when the server was off and nothing was checked. It never counts as up.
      </p>
    </>
  )
}

const legend: Record<UptimeNow, string> = {
  up: 'Up',
  degraded: 'Slow at least once',
  down: 'Down at least once',
  unknown: 'Mostly not known',
}

function Endpoint({
  endpoint,
  name,
  status,
  checked,
  now,
  error,
  upShare,
  cells,
  stretches,
  begins,
  span,
}: EndpointView & { span: UptimeSpan }) {
  return (
    <>
      <div className="flex flex-wrap items-baseline gap-x-4 gap-y-1">
        <h2 className="text-lg">{name}</h2>
        <code className="text-sm text-muted">{endpoint}</code>
        <StateMark state={status} />
        <p className="ml-auto text-sm">
          <strong className="text-lg">{upShare}</strong> up
        </p>
      </div>
      <ol aria-hidden="true" className="mt-3 flex gap-px">
        {cells.map(({ id, state, text }) => (
          <li key={id} title={text} className={`uptime-cell uptime-${state} h-9 flex-1`} />
        ))}
      </ol>
      <p aria-hidden="true" className="flex justify-between text-sm text-muted">
        <span>{begins}</span>
        <span>{span === 1 ? 'now' : 'today'}</span>
      </p>
      <p className="mt-2 text-sm">{checked ? `Last check ${checked}: ${error || `answered in ${now}`}.` : 'Not checked yet.'}</p>
      {stretches.length > 0 ? (
        <details className="folded -mb-2 mt-1">
          <summary className="flex min-h-11 cursor-pointer items-center font-semibold">
            When it was slow or down ({stretches.length})
          </summary>
          <ul className="list-disc pl-5 text-sm">
            {stretches.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        </details>
      ) : (
        <p className="sr-only">Never slow or down in this period.</p>
      )}
    </>
  )
}

const inOneLine = (text: string) => <span className="whitespace-nowrap">{text}</span>

const marks: Record<UptimeNow, string> = {
  up: 'border-ok bg-ok-wash',
  degraded: 'border-ink bg-lamp',
  down: 'border-alarm bg-alarm-wash text-alarm-text',
  unknown: 'border-muted bg-white text-muted',
}

function StateMark({ state }: { state: UptimeNow }) {
  return <strong className={`rounded-key border-2 px-2 text-sm ${marks[state]}`}>{stateWords[state]}</strong>
}

/** The server's own test booking every quarter of an hour, and the resulting state of the pages. */
export function BookingWay({ state, phoneFirstSince, runs }: BookingWayView) {
  return (
    <section>
      <div className="mt-10 flex flex-wrap items-baseline gap-x-4">
        <h2 className="text-xl">Booking online</h2>
        <StateMark state={state} />
      </div>
      <p className="mt-2 max-w-[40em]">
        {phoneFirstSince
          ? `Since ${phoneFirstSince} our pages have been asking customers to call, because test bookings failed. They’ll stop automatically when one works.`
          : 'Every 15 minutes the server makes a test booking and then removes it. After two failures in a row, our pages ask customers to call.'}
      </p>
      {runs.length > 0 ? (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a table that scrolls sideways can be scrolled with the keyboard.
        <section aria-label="Test bookings" tabIndex={0} className="mt-2 overflow-x-auto">
          <Table
            caption="The latest test bookings"
            head={['When', 'How it went', 'Took', 'What went wrong']}
            rows={runs.map(({ id, cells }) => ({ id, cells: [...cells.slice(0, 3).map(inOneLine), cells[3]] }))}
            align="left"
          />
        </section>
      ) : (
        <p className="mt-2 text-muted">None yet.</p>
      )}
    </section>
  )
}
