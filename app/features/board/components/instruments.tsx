import { usePrices } from '#app/platform/published-context.ts'
import { Valves } from '#app/ui/drawings/valves.tsx'
import { lateCreditText } from './late-credit-text.ts'

interface InstrumentsProps {
  time: string
  day: string
  waiting: number
  onTheRoad: number
  late: number
  slotsLeft: number
  stuck: number
}

/** How things stand, in one ruled row. */
export function Instruments({ time, day, waiting, onTheRoad, late, slotsLeft, stuck }: InstrumentsProps) {
  const prices = usePrices()
  return (
    <ul className="grid grid-cols-2 border-y-2 border-ink md:grid-cols-3 lg:grid-cols-6">
      <Figure figure={time} says={`${day}, London`} />
      <Figure figure={waiting} says="waiting for a person" />
      <Figure figure={onTheRoad} says="on the road" />
      <Figure figure={late} says={late > 0 ? `late, ${lateCreditText(prices, late)} at stake` : 'late'} isAlarm={late > 0} />
      <li className="flex flex-col justify-end border-l border-line px-4 py-3 text-sm">
        <span aria-hidden="true" className="flex h-11 items-end pb-1.5">
          <Valves free={slotsLeft} className="h-[33px]" />
        </span>
        {`Red Line: ${slotsLeft} of 5 left`}
      </li>
      <Figure figure={stuck} says={stuck === 1 ? 'message stuck' : 'messages stuck'} isAlarm={stuck > 0} />
    </ul>
  )
}

function Figure({ figure, says, isAlarm = false }: { figure: string | number; says: string; isAlarm?: boolean }) {
  return (
    <li
      className={`flex flex-col justify-end border-l border-line px-4 py-3 text-sm leading-snug ${isAlarm ? 'bg-alarm-wash text-alarm-text' : ''}`}
    >
      <b className="text-[2.25rem] leading-11">{figure}</b>
      {says}
    </li>
  )
}
