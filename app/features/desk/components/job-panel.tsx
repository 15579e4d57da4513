import { hasEnded, statuses, statusFacts } from '#app/features/booking/lifecycle.ts'
import type { SitePath } from '#app/values/site-path.ts'
import type { Card } from '../card.ts'
import { isUnsentRedLine, latenessOf } from './board-clock.ts'
import { useDragHandle } from './drag-to-assign.tsx'
import { type JobCardProps, JobKeys, JobNotes } from './job-card.tsx'

/** A job on a line that is dealt with elsewhere: in the queue, or on its own page once it is over. */
export function JobLink({ card, nowMs }: { card: Card; nowMs: number }) {
  const handle = useDragHandle(card.id)
  const href = hasEnded(card.status) ? (`/staff/bookings/${card.id}` satisfies SitePath) : `#job-${card.id}`
  return (
    <a href={href} title={titleOf(card)} className={`${blockOf(card, nowMs)} ${handle ? 'cursor-grab' : ''}`} {...handle}>
      <Block card={card} nowMs={nowMs} />
    </a>
  )
}

/** A job on a line with a panel of its own: what it is about, and the next steps. Works without JavaScript. */
export function JobPanel({ isFromRight = false, ...props }: JobCardProps & { isFromRight?: boolean }) {
  const { shown, nowMs, refused, isClosed } = props
  const { card } = shown
  const handle = useDragHandle(card.id)
  return (
    <details
      name="job"
      open={(refused !== undefined && !isClosed) || undefined}
      onKeyDown={({ key, currentTarget }) => {
        if (key !== 'Escape' || !currentTarget.open) return
        currentTarget.open = false
        currentTarget.querySelector('summary')?.focus()
      }}
      onToggle={({ currentTarget }) => {
        if (currentTarget.open) return currentTarget.lastElementChild?.scrollIntoView({ block: 'nearest' })
        // The list of engineers in it would stay open, unseen.
        const list = currentTarget.querySelector<HTMLDetailsElement>('details[name=assign]')
        if (list) list.open = false
      }}
    >
      <summary
        title={titleOf(card)}
        className={`${blockOf(card, nowMs)} list-none ${handle ? 'cursor-grab' : 'cursor-pointer'}`}
        {...handle}
      >
        <Block card={card} nowMs={nowMs} />
      </summary>
      <div
        className={`z-10 border-2 border-ink bg-paper px-3 pb-2 lg:absolute lg:mt-0.5 lg:w-[25rem] ${isFromRight ? 'lg:right-0' : 'lg:left-0'}`}
      >
        <div className="pt-2 text-sm leading-snug">
          <p className="[overflow-wrap:anywhere]">
            <a
              href={`/staff/bookings/${card.id}` satisfies SitePath}
              className="inline-flex min-h-6 items-center text-base leading-tight font-bold"
            >
              {card.isRedLine ? `Red Line: ${card.service}` : card.service}
            </a>{' '}
            <bdi>{card.place}</bdi>
          </p>
          <p className="[overflow-wrap:anywhere]">
            <b>{card.arrival}</b>. {card.came}. <b>{card.engineer}</b>
          </p>
        </div>
        <JobNotes card={card} />
        <JobKeys {...props} isPanel />
      </div>
    </details>
  )
}

/** The district alone where jobs are drawn narrow. */
function Postcode({ of }: { of: string }) {
  const [outward, ...inward] = of.split(' ')
  return (
    <span className="whitespace-nowrap">
      {outward}
      <span className="lg:max-[1599px]:hidden"> {inward.join(' ')}</span>
    </span>
  )
}

const titleOf = ({ service, place, drawn }: Card) => [service, place, drawn?.times].filter(Boolean).join(', ')

const isLate = (card: Card, nowMs: number) => latenessOf(card, nowMs) === 'late'

/** The look of a job on a line: its status by fill and edge, Red Line without anyone on the way by its top. */
const blockOf = (card: Card, nowMs: number) =>
  `job job-${isLate(card, nowMs) ? 'late' : statusFacts(card.status).look} ${isUnsentRedLine(card) ? 'job-red pt-2' : 'pt-1'} flex min-h-11 flex-wrap items-baseline gap-x-2 px-1.5 pb-1 text-xs lg:px-1 leading-tight no-underline [overflow-wrap:anywhere] lg:block`

function Block({ card, nowMs }: { card: Card; nowMs: number }) {
  return (
    <>
      <b className="block">{card.service}</b>
      <span className="block">
        {card.call && <b className="mr-1 bg-ink px-0.5 text-chalk">Call</b>}
        {card.isRedLine && !hasEnded(card.status) && <b className="mr-1 border border-current px-0.5 whitespace-nowrap">Red Line</b>}
        <Postcode of={card.postcode} />
      </span>
      {/* In colours of the reader’s own, fill and edge say nothing. */}
      <span className="lg:sr-only lg:forced-colors:not-sr-only">
        {card.drawn?.times ?? card.arrival}, {isLate(card, nowMs) ? 'late' : statuses[card.status].label}
      </span>
    </>
  )
}
