import { statuses, statusFacts } from '#app/features/booking/lifecycle.ts'
import { londonTimeText } from '#app/platform/london-intl.ts'
import type { BookingStatus } from '#app/values/booking-status.ts'
import type { SitePath } from '#app/values/site-path.ts'
import type { Line, LineJob } from '../board/timeline.ts'
import type { BoardView } from '../board-view.ts'
import { useDragHandle, useEngineerTarget } from './drag-to-assign.tsx'

const tickColumns = [1, 9, 17, 25, 33, 41].map((column) => `lg:col-start-${column} lg:col-span-8`)

/** Working engineers with their jobs: side by side, and on a phone a list by engineer. */
export function DayLines({ line, nowMs }: { line: BoardView['line']; nowMs: number }) {
  const nowMinute = (nowMs - Date.parse(line.from)) / 60_000
  return (
    <section aria-labelledby="lines">
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <h2 id="lines" className="text-xl">
          {line.days}
        </h2>
        <nav aria-label="Hours" className="flex flex-wrap items-center gap-x-5 text-sm">
          <a className="inline-flex min-h-11 items-center" href={`/staff?from=${encodeURIComponent(line.earlier)}` satisfies SitePath}>
            6 hours earlier
          </a>
          <a className="inline-flex min-h-11 items-center" href={'/staff' satisfies SitePath}>
            Now
          </a>
          <a className="inline-flex min-h-11 items-center" href={`/staff?from=${encodeURIComponent(line.later)}` satisfies SitePath}>
            6 hours later
          </a>
          <a className="inline-flex min-h-11 items-center" href={`/staff/week?day=${line.day}` satisfies SitePath}>
            Week
          </a>
          <form action={'/staff' satisfies SitePath} className="flex items-center gap-2">
            <label htmlFor="line-day" className="font-bold">
              Day
            </label>
            <input
              id="line-day"
              name="from"
              type="date"
              defaultValue={line.day}
              key={line.day}
              className="min-h-11 rounded-key border-2 border-ink bg-white px-2"
            />
            <button type="submit" className="key key-outline key-row">
              Show
            </button>
          </form>
        </nav>
      </div>
      {line.lines.length === 0 ? (
        <p className="border-t-2 border-ink py-4">
          There are no engineers yet.{' '}
          <a href={'/staff/engineers/new' satisfies SitePath} className="inline-flex min-h-11 items-center font-bold">
            Add the first one
          </a>
        </p>
      ) : (
        <div className="border-t-2 border-ink">
          <div aria-hidden="true" className="hidden grid-cols-[170px_1fr] border-b border-line text-xs text-muted lg:grid">
            <span />
            <div className="lane py-1.5">
              {line.ticks.map((tick, index) => (
                <span key={tick} className={`row-start-1 ${tickColumns[index]}`}>
                  {tick}
                </span>
              ))}
              {nowMinute >= 0 && nowMinute < 720 && (
                <b
                  className={`row-start-2 bg-alarm px-1 text-center text-chalk lg:col-span-3 lg:col-start-${Math.min(46, Math.floor(nowMinute / 15) + 1)}`}
                >
                  {londonTimeText(nowMs)}
                </b>
              )}
            </div>
          </div>
          <ul>
            {line.lines.map((each) => (
              <EngineerLine key={each.id} line={each} nowMinute={nowMinute} />
            ))}
          </ul>
        </div>
      )}
      <Legend />
    </section>
  )
}

function EngineerLine({ line: { id, name, phone, phoneText, facts, shifts, jobs }, nowMinute }: { line: Line; nowMinute: number }) {
  const { handlers, choice, isOver, isOpen } = useEngineerTarget(id)
  return (
    <li className="relative border-b border-line py-2 lg:grid lg:grid-cols-[170px_1fr] lg:py-0" data-drop-line={id} {...handlers}>
      <div className="py-1 pr-2 leading-tight lg:py-2.5">
        <a
          href={`/staff/engineers/${id}` satisfies SitePath}
          className="inline-flex min-h-6 items-center text-sm font-bold no-underline hover:underline"
        >
          {name}
        </a>
        <p className="text-xs text-muted [overflow-wrap:anywhere]">{facts}</p>
        <a href={`tel:${phone}`} className="inline-flex min-h-11 items-center text-sm font-bold lg:min-h-6">
          {phoneText}
        </a>
      </div>
      <div className="relative lg:min-h-[66px]">
        <Hours shifts={shifts} nowMinute={nowMinute} />
        {jobs.length === 0 ? (
          <p className="relative py-1 text-xs text-muted lg:sr-only">No jobs at these times</p>
        ) : (
          <ul className="lane relative grid gap-1.5 lg:py-2">
            {jobs.map((job) => (
              <Job key={job.id} job={job} />
            ))}
          </ul>
        )}
      </div>
      {isOver && choice && (
        <p
          aria-hidden="true"
          className={`pointer-events-none absolute inset-y-0 right-0 left-42.5 z-10 border-2 border-ink px-3 py-1.5 text-sm ${isOpen ? 'bg-lamp' : 'border-dashed bg-paper text-muted'}`}
        >
          <b>
            {isOpen && 'Assign to '}
            <bdi>{name}</bdi>
          </b>{' '}
          {choice.refused ?? choice.facts} {!choice.refused && <b>{choice.doubts.join(', ')}</b>}
        </p>
      )}
    </li>
  )
}

/** Behind the jobs: every second hour, the hours of work, and now. */
function Hours({ shifts, nowMinute }: { shifts: Line['shifts']; nowMinute: number }) {
  return (
    <svg viewBox="0 0 720 1" preserveAspectRatio="none" aria-hidden="true" className="absolute inset-0 hidden size-full lg:block">
      <rect width="720" height="1" className="fill-stone" />
      {shifts.map(({ from, until }) => (
        <rect key={from} x={from} width={until - from} height="1" className="fill-chalk" />
      ))}
      {[0, 120, 240, 360, 480, 600].map((minute) => (
        <path key={minute} d={`M${minute} 0V1`} className="stroke-line" vectorEffect="non-scaling-stroke" />
      ))}
      {nowMinute >= 0 && nowMinute <= 720 && (
        <path d={`M${nowMinute.toFixed(1)} 0V1`} className="stroke-alarm" strokeWidth="3" vectorEffect="non-scaling-stroke" />
      )}
    </svg>
  )
}

function Job({ job }: { job: LineJob }) {
  const handle = useDragHandle(job.id)
  return (
    <li className={`min-w-0 lg:col-start-${job.column} lg:col-span-${job.span}`}>
      <a
        href={`/staff/bookings/${job.id}` satisfies SitePath}
        title={`${job.service}, ${job.place}, ${job.times}`}
        className={`job job-${job.late ? 'late' : statusFacts(job.status).look} ${job.isRedLine ? 'job-red pt-2.5' : 'pt-1.5'} flex min-h-11 flex-wrap items-baseline gap-x-2 px-2 pb-1.5 text-xs leading-tight no-underline lg:block ${handle ? 'cursor-grab' : ''}`}
        {...handle}
      >
        <b className="block hyphens-auto [overflow-wrap:anywhere]">{withSoftHyphens(job.service)}</b>
        <span className="block [overflow-wrap:anywhere]">{job.postcode}</span>
        <span className="lg:sr-only">
          {job.times}, {job.late ? 'late' : statuses[job.status].label}
        </span>
      </a>
    </li>
  )
}

/** Long words break at a syllable where a job is drawn narrow: not every browser knows how to hyphenate. */
const withSoftHyphens = (service: string) =>
  service.replace('Emergency', 'Emer\u00ADgency').replace('Breakdown', 'Break\u00ADdown').replace('Radiator', 'Radi\u00ADator')

const keyOf = (status: BookingStatus) => [`job-${statusFacts(status).look}`, statuses[status].label] as const

const keys = [
  ...(['assigned', 'en_route', 'arrived', 'completed'] as const).map(keyOf),
  ['job-late', 'Late'],
  keyOf('no_access'),
  ['job-planned job-red', 'Red Line'],
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
