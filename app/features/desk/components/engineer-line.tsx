import type { SitePath } from '#app/values/site-path.ts'
import type { EngineerChoice } from '../board/engineer-choices.ts'
import type { Line } from '../board/timeline.ts'
import type { Drawn } from '../card.ts'
import { useEngineerTarget } from './drag-to-assign.tsx'
import type { JobCardProps } from './job-card.tsx'
import { JobLink, JobPanel } from './job-panel.tsx'

interface EngineerLineProps {
  line: Line
  nowMs: number
  nowMinute: number
  /** Their jobs with a panel. */
  panels: readonly JobCardProps[]
}

/** An engineer, with their jobs and working hours on the timeline; a job can be dropped on it. */
export function EngineerLine({ line: { id, name, phone, phoneText, facts, shifts, jobs }, nowMs, nowMinute, panels }: EngineerLineProps) {
  const { handlers, choice, isBest, isOver, isOpen } = useEngineerTarget(id)
  const inPanels = new Set(panels.map(({ shown }) => shown.card.id))
  const drawn = [
    ...panels.map((panel) => ({ card: panel.shown.card, at: panel.shown.card.drawn ?? panel.shown.openedAs?.drawn, panel })),
    ...jobs.filter((card) => !inPanels.has(card.id)).map((card) => ({ card, at: card.drawn, panel: undefined })),
  ].toSorted((a, b) => (a.at?.column ?? 0) - (b.at?.column ?? 0))
  return (
    <li
      className="relative border-b border-line py-2 lg:grid lg:grid-cols-(--lines) lg:py-0"
      data-drop-line={id}
      data-open={isOpen ? '' : undefined}
      {...handlers}
    >
      <div className="py-1 pr-2 leading-tight">
        <div className="flex flex-wrap items-baseline justify-between gap-x-2">
          <a
            href={`/staff/engineers/${id}` satisfies SitePath}
            className="inline-flex min-h-6 items-center text-sm font-bold no-underline hover:underline"
          >
            {name}
          </a>
          {choice ? (
            <DriveMinutes choice={choice} isBest={isBest} />
          ) : (
            <a
              href={`tel:${phone}`}
              className="inline-flex min-h-11 items-center text-sm whitespace-nowrap lg:pointer-fine:min-h-6 lg:max-[1599px]:text-xs"
            >
              {phoneText}
            </a>
          )}
        </div>
        <p className="text-xs text-muted [overflow-wrap:anywhere]">{facts}</p>
      </div>
      <div className="relative lg:min-h-[50px]">
        <Hours shifts={shifts} nowMinute={nowMinute} />
        {drawn.length === 0 ? (
          <p className="relative py-1 text-xs text-muted lg:sr-only">No jobs at these times</p>
        ) : (
          <ul className="lane relative grid max-lg:gap-1.5 lg:py-[3px]">
            {drawn.map(({ card, at, panel }) => (
              <li
                key={card.id}
                id={panel && `job-${card.id}`}
                data-card={panel && card.id}
                className={`min-w-0 lg:pr-0.5 min-[1600px]:relative ${at ? placeOf(at) : ''}`}
              >
                {panel ? <JobPanel {...panel} isFromRight={(at?.column ?? 1) > 24} /> : <JobLink card={card} nowMs={nowMs} />}
              </li>
            ))}
          </ul>
        )}
      </div>
      {isOver && choice && (
        <p
          aria-hidden="true"
          className={`pointer-events-none absolute inset-y-0 right-0 left-(--names) z-10 border-2 border-ink px-3 py-1.5 text-sm ${isOpen ? 'bg-lamp' : 'border-dashed bg-paper text-muted'}`}
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

/** A job's place on its line. On a narrower board an hour is narrower than a word: there a short job takes more of the line. */
const placeOf = ({ column, span }: Drawn) =>
  [
    `lg:col-start-${column} lg:col-span-${span}`,
    span < 5 && 'lg:max-[1699px]:col-end-[span_5]',
    span < 5 && column > 44 && 'lg:max-[1699px]:col-start-44',
    span < 7 && 'lg:max-[1439px]:col-end-[span_7]',
    span < 7 && column > 42 && 'lg:max-[1439px]:col-start-42',
  ]
    .filter(Boolean)
    .join(' ')

/** How far an engineer drives to the job that is dragged or chosen. */
function DriveMinutes({ choice: { driveMinutes, facts, doubts, refused }, isBest }: { choice: EngineerChoice; isBest: boolean }) {
  const look = isBest ? 'bg-lamp font-bold' : refused || doubts.length > 0 ? 'border-dashed text-muted' : 'bg-white font-bold'
  return (
    <span
      data-drive={driveMinutes}
      title={[refused ?? facts, ...doubts].join(', ')}
      className={`inline-flex min-h-6 items-center border border-ink px-1.5 text-sm whitespace-nowrap max-lg:hidden ${look}`}
    >
      {isBest ? `${driveMinutes} min, best` : `${driveMinutes} min`}
    </span>
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
        <path d={`M${nowMinute.toFixed(1)} 0V1`} className="stroke-ink" strokeWidth="3" vectorEffect="non-scaling-stroke" />
      )}
    </svg>
  )
}
