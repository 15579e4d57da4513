import { type DragEvent, type ReactNode, useState } from 'react'
import { isToDispatch, statuses, statusFacts } from '#app/features/booking/lifecycle.ts'
import { dropTarget, useCanDrag, useDragging } from '#app/ui/dragging.ts'
import type { SitePath } from '#app/values/site-path.ts'
import { moveTo, type WeekJob, type WeekPlace, type WeekView } from '../week-view.ts'
import { isUnsentRedLine } from './board-clock.ts'
import { DayNav } from './day-nav.tsx'

interface WeekPageProps {
  week: WeekView
  /** A job was dragged onto another place of the week. */
  onMove: (job: WeekJob, place: WeekPlace) => void
}

/** Seven days of visits: engineers in rows, days in columns, and on a narrow screen day by day. */
export function WeekPage({ week, onMove }: WeekPageProps) {
  const { monday, title, previous, next, days, rows } = week
  const canDrag = useCanDrag()
  const dragging = useDragging<WeekJob>()
  const dragged = dragging.thing
  const dropAt = (place: WeekPlace) => {
    if (!dragged || !moveTo(dragged, place)) return undefined
    return () => {
      dragging.end()
      onMove(dragged, place)
    }
  }
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 py-2">
        <h1 className="text-xl">{title}</h1>
        <DayNav
          label="Weeks"
          links={[
            [`/staff/week?day=${previous}`, 'Previous week'],
            ['/staff/week', 'This week'],
            [`/staff/week?day=${next}`, 'Next week'],
          ]}
          form={{ id: 'week-day', action: '/staff/week', name: 'day', day: monday }}
        />
      </div>
      <p className="pb-2">{week.toDo}</p>
      <table className="hidden w-full table-fixed border-y-2 border-ink text-left lg:table">
        <caption className="sr-only">Jobs for the week, by engineer and day</caption>
        <thead>
          <tr className="border-b-2 border-ink">
            <th scope="col" className="w-40 py-2 pr-2">
              Engineer
            </th>
            {days.map(({ day, text, isToday, count }) => (
              <th
                key={day}
                scope="col"
                aria-current={isToday ? 'date' : undefined}
                className="border-l border-line p-2 leading-tight aria-[current]:[box-shadow:inset_0_-4px_var(--color-ink)]"
              >
                {text} <span className="font-normal text-muted">{count}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ id, name, days: jobsOfDays }) => (
            <tr key={id} className="border-b border-line">
              <th scope="row" className="py-2 pr-2 align-top text-sm leading-tight [overflow-wrap:anywhere]">
                {name}
              </th>
              {days.map(({ day }, index) => (
                <Cell key={day} onDrop={dropAt({ rowId: id, day })} isWaiting={dragged !== undefined}>
                  <Jobs jobs={jobsOfDays[index] ?? []} onDragStart={canDrag ? dragging.begin : undefined} />
                </Cell>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {canDrag && (
        <p className="mt-2 hidden text-xs text-muted lg:block">
          Drag a job to another engineer or day. We’ll check with you before giving the customer a new time.
        </p>
      )}
      <ol className="border-t-2 border-ink lg:hidden">
        {days.map(({ day, text, isToday, count }, index) => (
          <li key={day} className="border-b border-line py-3">
            <h2 aria-current={isToday ? 'date' : undefined} className="text-lg">
              {text} <span className="font-normal text-muted">{count === 0 ? 'No jobs' : count}</span>
              {isToday && <span className="ml-2 bg-lamp px-1.5 text-sm">Today</span>}
            </h2>
            {rows.map(({ id, name, days: jobsOfDays }) => {
              const jobs = jobsOfDays[index] ?? []
              return (
                jobs.length > 0 && (
                  <div key={id} className="mt-2">
                    <h3 className="mb-1 text-sm">{name}</h3>
                    <Jobs jobs={jobs} />
                  </div>
                )
              )
            })}
          </li>
        ))}
      </ol>
    </>
  )
}

interface CellProps {
  onDrop: (() => void) | undefined
  /** Something is being dragged. */
  isWaiting: boolean
  children: ReactNode
}

/** A day of an engineer: a job can be dropped on it. */
function Cell({ onDrop, isWaiting, children }: CellProps) {
  const [isOver, setIsOver] = useState(false)
  const look = isWaiting && isOver ? (onDrop ? 'bg-lamp' : 'bg-stone') : ''
  return (
    <td className={`border-l border-line p-1 align-top ${look}`} {...(isWaiting && dropTarget(onDrop, setIsOver))}>
      {children}
    </td>
  )
}

interface JobsProps {
  jobs: readonly WeekJob[]
  onDragStart?: (event: DragEvent, job: WeekJob) => void
}

function Jobs({ jobs, onDragStart }: JobsProps) {
  if (jobs.length === 0) return null
  const handleOf = (job: WeekJob) =>
    onDragStart && isToDispatch(job.status) ? { draggable: true, onDragStart: (event: DragEvent) => onDragStart(event, job) } : undefined
  return (
    <ul className="grid gap-1">
      {jobs.map((job) => (
        <li key={job.id}>
          <a
            {...handleOf(job)}
            title={statuses[job.status].label}
            href={`/staff/bookings/${job.id}` satisfies SitePath}
            className={`job job-${statusFacts(job.status).look ?? 'planned'} ${isUnsentRedLine(job) ? 'job-red pt-2.5' : 'pt-1.5'} ${handleOf(job) ? 'cursor-grab' : ''} block min-h-11 px-2 pb-1.5 text-xs leading-tight no-underline [overflow-wrap:anywhere]`}
          >
            <b>{job.time}</b> {job.isRedLine && <b>Red Line: </b>}
            {job.service}, {job.postcode || 'no postcode'} <span className="block lg:sr-only">{statuses[job.status].label}</span>
          </a>
        </li>
      ))}
    </ul>
  )
}
