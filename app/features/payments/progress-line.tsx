import { londonDayHour, londonTimeText } from '#app/platform/london-intl.ts'
import { RouteLine, type Station } from '#app/ui/route-line.tsx'
import { dayText } from '#app/values/day.ts'
import type { ProgressStep } from './payment-view.ts'

interface ProgressLineProps {
  steps: readonly ProgressStep[]
  /** The moment at which it is read; absent: that of its last step. */
  now?: string
  /** Downwards at every width. */
  down?: boolean
}

/**
 * A visit's progress: one red line from the booking to the door, with the van once it is on the way. The page carries the van. Times have
 * their day unless all of them are today's.
 */
export function ProgressLine({ steps, now, down }: ProgressLineProps) {
  const hasDays = new Set([...steps.map(({ at }) => at), now].flatMap((at) => (at ? [dayOf(at)] : []))).size > 1
  return <RouteLine alarm down={down} stations={steps.map((step) => stationOf(step, hasDays))} />
}

const dayOf = (at: string) => londonDayHour(Date.parse(at)).day

const states = { done: 'done', now: 'live', to_come: 'todo', missed: 'missed' } as const

/** `hasDays`: not all of it is on one day. */
function stationOf(step: ProgressStep, hasDays: boolean): Station {
  const { id, state, at } = step
  const time = at && `${hasDays ? `${dayText(dayOf(at))}, ` : ''}${londonTimeText(at)}`
  return {
    id,
    title: titleOf(step),
    text: time ?? (state === 'missed' ? 'Later than we promised' : undefined),
    state: states[state],
    mark: state === 'now' && id === 'on_the_way' && <Van />,
  }
}

function titleOf({ id, state, at }: ProgressStep): string {
  if (id === 'engineer' && state === 'now' && !at) return 'Finding your engineer'
  if (id === 'paid' && state !== 'done') return 'Payment'
  return titles[id]
}

const titles: Record<ProgressStep['id'], string> = {
  booked: 'Booked',
  paid: 'Paid',
  engineer: 'Engineer found',
  on_the_way: 'On the way',
  arrived: 'At your door',
  done: 'Done',
  no_access: 'We couldn’t get in',
  cancelled: 'Cancelled',
  expired: 'Not paid in time',
}

function Van() {
  return (
    <svg width="66" height="36" aria-hidden="true">
      <use href="#van" />
    </svg>
  )
}
