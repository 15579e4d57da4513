import type { ReactNode } from 'react'
import { usePrices } from '#app/platform/published-context.ts'
import { Valves } from '#app/ui/drawings/valves.tsx'
import { Tooltip } from '#app/ui/staff-tooltip.tsx'
import type { SitePath } from '#app/values/site-path.ts'
import { poundsText } from '#content/money.ts'

interface InstrumentsProps {
  time: string
  day: string
  needed: number
  onTheRoad: number
  /** The id of each booking with a deadline that has passed, and what being late takes off its bill. */
  late: readonly { id: string; creditPence: number }[]
  slotsLeft: number
  /** The reason why not all slots can be bought now. */
  redlineWhy: string
  /** When a visit as soon as possible is promised, and why not sooner. */
  nextVisit: string
  stuck: number
}

/** The day in figures, in one ruled row. A phone shows three of them: it has a clock, and the lists below have their own counts. */
export function Instruments({ time, day, needed, onTheRoad, late, slotsLeft, redlineWhy, nextVisit, stuck }: InstrumentsProps) {
  const { redlineSlotsPerDay } = usePrices()
  const owedPence = late.reduce((sum, { creditPence }) => sum + creditPence, 0)
  return (
    <ul className="grid grid-flow-dense grid-cols-[repeat(auto-fit,minmax(6rem,1fr))] border-y-2 border-ink md:grid-cols-[repeat(auto-fit,minmax(7.75rem,1fr))]">
      <Figure
        figure={time}
        says={
          // On one line, like the others.
          <span>
            {day}
            <span className="max-[1439px]:hidden">, London</span>
          </span>
        }
        isWide
      />
      <Figure figure={needed} says={needed === 1 ? 'job needs you' : 'jobs need you'} isWide />
      <Figure figure={onTheRoad} says="on the road" isWide />
      <Figure
        figure={late.length}
        says={
          late[0] ? (
            <a
              href={`#job-${late[0].id}`}
              className="relative inline-flex items-center leading-tight after:absolute after:inset-x-0 after:-inset-y-3.5 max-md:min-h-11"
            >
              {owedPence > 0 ? `late, ${poundsText(owedPence)} off ${late.length === 1 ? 'the bill' : 'bills'}` : 'late'}
            </a>
          ) : (
            'late'
          )
        }
        look={late.length > 0 ? 'late' : undefined}
      />
      <li className="flex items-center gap-x-4 border-l border-line px-2 py-1.5 text-sm leading-snug md:col-span-3 lg:px-4">
        <span aria-hidden="true" className="flex-none max-md:hidden lg:max-xl:hidden">
          <Valves free={slotsLeft} of={redlineSlotsPerDay} className="h-[33px]" />
        </span>
        <span className="min-w-0">
          {`Red Line: ${slotsLeft} of ${redlineSlotsPerDay} left`}
          <span className="max-md:hidden">
            {redlineWhy && ` (${redlineWhy})`}
            <span className="block">{nextVisit}</span>
          </span>
        </span>
      </li>
      <Figure
        figure={stuck}
        says={
          <Tooltip
            id="about-stuck"
            text="These emails, texts and webhooks have been stuck for a minute or more. We’re still trying to send them."
          >
            <a
              href={'/staff/deliveries' satisfies SitePath}
              className="relative inline-flex items-center leading-tight after:absolute after:inset-x-0 after:-inset-y-3.5 max-md:min-h-11"
            >
              {stuck === 1 ? 'message stuck' : 'messages stuck'}
            </a>
          </Tooltip>
        }
        look={stuck > 0 ? 'waiting' : undefined}
      />
    </ul>
  )
}

const looks = { late: 'bg-alarm-wash text-alarm-text', waiting: 'bg-lamp' }

/** `isWide`: on wide screens only. */
function Figure({
  figure,
  says,
  look,
  isWide = false,
}: {
  figure: string | number
  says: ReactNode
  look?: keyof typeof looks
  isWide?: boolean
}) {
  return (
    <li
      className={`flex items-center gap-x-1.5 border-l border-line px-2 py-1.5 text-sm leading-snug md:flex-col md:items-start md:justify-end lg:px-4 ${look ? looks[look] : ''} ${isWide ? 'max-md:hidden' : ''}`}
    >
      <b className="text-[1.5rem] leading-8 xl:text-[2rem]">{figure}</b>
      {says}
    </li>
  )
}
