import { statuses, statusFacts } from '#app/features/booking/lifecycle.ts'
import { londonTimeText } from '#app/platform/london-intl.ts'
import type { BookingStatus } from '#app/values/booking-status.ts'
import type { SitePath } from '#app/values/site-path.ts'
import type { BoardView } from '../board-view.ts'
import { DayNav } from './day-nav.tsx'
import { EngineerLine } from './engineer-line.tsx'
import type { JobCardProps } from './job-card.tsx'
import { JobPanel } from './job-panel.tsx'

const tickColumns = [1, 9, 17, 25, 33, 41].map((column) => `lg:col-start-${column} lg:col-span-8`)

interface DayLinesProps {
  line: BoardView['line']
  nowMs: number
  /** The jobs with a panel, of an engineer or elsewhere. */
  panelsOf: (listId: string) => JobCardProps[]
}

/** Engineers and their jobs: side by side, and on a phone a list by engineer. */
export function DayLines({ line, nowMs, panelsOf }: DayLinesProps) {
  const elsewhere = panelsOf('elsewhere')
  const nowMinute = (nowMs - Date.parse(line.from)) / 60_000
  return (
    <section aria-labelledby="lines">
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <h2 id="lines" className="text-xl">
          {line.days}
        </h2>
        <DayNav
          label="Hours"
          links={[
            [`/staff?from=${encodeURIComponent(line.earlier)}`, '6 hours earlier'],
            ['/staff', 'Now'],
            [`/staff?from=${encodeURIComponent(line.later)}`, '6 hours later'],
            [`/staff/week?day=${line.day}`, 'Week'],
          ]}
          form={{ id: 'line-day', action: '/staff', name: 'from', day: line.day }}
        />
      </div>
      {line.lines.length === 0 ? (
        <p className="border-t-2 border-ink py-4">
          There are no engineers yet.{' '}
          <a href={'/staff/engineers/new' satisfies SitePath} className="inline-flex min-h-11 items-center font-bold">
            Add the first one
          </a>
        </p>
      ) : (
        <div className="lines border-t-2 border-ink">
          <div aria-hidden="true" className="hidden grid-cols-(--lines) border-b border-line text-xs text-muted lg:grid">
            <span />
            <div className="lane py-1.5">
              {line.ticks.map((tick, index) => (
                <span key={tick} className={`row-start-1 ${tickColumns[index]}`}>
                  {tick}
                </span>
              ))}
              {nowMinute >= 0 && nowMinute < 720 && (
                <b
                  className={`row-start-1 z-1 justify-self-start bg-ink px-1 whitespace-nowrap text-chalk lg:col-span-7 lg:col-start-${Math.min(42, Math.floor(nowMinute / 15) + 1)}`}
                >
                  Now {londonTimeText(nowMs)}
                </b>
              )}
            </div>
          </div>
          <ul>
            {line.lines.map((each) => (
              <EngineerLine key={each.id} line={each} nowMs={nowMs} nowMinute={nowMinute} panels={panelsOf(each.id)} />
            ))}
          </ul>
        </div>
      )}
      <Legend />
      {elsewhere.length > 0 && (
        <>
          <h3 className="mt-4 border-b border-line pb-1.5 text-base">
            At other hours <span className="font-normal text-muted">{elsewhere.length}</span>
          </h3>
          <ul className="relative mt-2 flex flex-wrap gap-1.5">
            {elsewhere.map((panel) => (
              <li key={panel.shown.card.id} data-card={panel.shown.card.id} className="max-lg:basis-full">
                <JobPanel {...panel} />
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  )
}

const keyOf = (status: BookingStatus) => [`job-${statusFacts(status).look}`, statuses[status].label] as const

const keys = [
  ...(['assigned', 'en_route', 'arrived', 'completed'] as const).map(keyOf),
  ['job-late', 'Late'],
  keyOf('no_access'),
  ['job-planned job-red', 'Red Line, not sent yet'],
] as const

function Legend() {
  return (
    <ul className="mt-3 flex flex-wrap gap-x-4 gap-y-1.5 text-xs">
      {keys.map(([look, text]) => (
        <li key={text} className="flex items-center gap-1.5">
          <span aria-hidden="true" className={`job ${look} h-4.5 w-6.5`} />
          {text}
        </li>
      ))}
      <li className="hidden items-center gap-1.5 lg:flex">
        <span aria-hidden="true" className="h-4.5 w-6.5 border border-line bg-chalk" />
        At work
      </li>
    </ul>
  )
}
