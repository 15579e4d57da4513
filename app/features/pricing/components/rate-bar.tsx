import { usePrices } from '#app/platform/published-context.ts'
import { spokenTime } from '#app/platform/spoken-time.ts'
import type { TierId } from '#content/fees.ts'
import { calloutText } from '#content/price-list.ts'
import type { Stretch } from '../rate-hours.ts'

/** The 24 hours of a day in proportion, each stretch with the call-out of its rate. */
export function RateBar({ stretches, hourNow }: { stretches: readonly Stretch[]; hourNow?: number }) {
  const prices = usePrices()
  const now = stretchAt(stretches, hourNow)
  const bar = stretches.map((stretch) => {
    const hours = (stretch.untilHour - stretch.fromHour) as keyof typeof widths
    return { ...stretch, hours, isNow: stretch === now }
  })
  return (
    <>
      <ol className="flex overflow-clip rounded-key border-2 border-ink">
        {bar.map(({ tier, fromHour, untilHour, hours, isNow }, at) => (
          // The figure has the padding: on the stretch it would make a narrow one wider than its hours.
          <li
            key={fromHour}
            className={`min-w-0 basis-0 pt-2.5 pb-3 leading-tight ${widths[hours]} ${isNow ? 'bg-lamp' : grounds[tier]} ${at > 0 ? 'border-l-2 border-ink' : ''}`}
          >
            <span className="sr-only">{`${hourText(fromHour)} to ${hourText(untilHour)}: `}</span>
            <b className={`block px-1.5 tracking-tight ${hours < 4 ? 'text-sm max-lg:sr-only' : 'text-[clamp(.95rem,.5rem+2vw,1.75rem)]'}`}>
              {calloutText(prices, tier)}
            </b>
            {isNow && <span className="sr-only"> (now)</span>}
          </li>
        ))}
      </ol>
      <div aria-hidden="true" className="flex text-xs text-muted">
        {bar.map(({ fromHour, hours }) => (
          <span key={fromHour} className={`min-w-0 basis-0 whitespace-nowrap ${widths[hours]}`}>
            {hourText(fromHour)}
          </span>
        ))}
      </div>
    </>
  )
}

/** The stretch with an hour; undefined for the rates of another day. */
export const stretchAt = (stretches: readonly Stretch[], hour: number | undefined): Stretch | undefined =>
  stretches.find(({ fromHour, untilHour }) => hour !== undefined && fromHour <= hour && hour < untilHour)

const grounds: Record<TierId, string> = { day: 'bg-chalk', evening: 'bg-alarm-wash', night: 'bg-wash-other' }
const hourText = (hour: number) => spokenTime(`${hour % 24}:00`)

/** Shares of the bar, as classes: a document has no style attributes. */
const widths = {
  2: 'grow-[2]',
  3: 'grow-[3]',
  4: 'grow-[4]',
  5: 'grow-[5]',
  8: 'grow-[8]',
  10: 'grow-[10]',
  14: 'grow-[14]',
  24: 'grow-[24]',
} as const
