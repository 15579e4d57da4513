import { usePrices } from '#app/platform/published-context.ts'
import { spokenTime } from '#app/platform/spoken-time.ts'
import { DayBar, type DayBarStretch } from '#app/ui/day-bar.tsx'
import type { TierId } from '#content/fees.ts'
import { calloutText } from '#content/price-list.ts'
import type { Stretch } from '../rate-hours.ts'

/** The 24 hours of a day in proportion, each stretch with the call-out of its rate. */
export function RateBar({ stretches, hourNow }: { stretches: readonly Stretch[]; hourNow?: number }) {
  const prices = usePrices()
  const now = stretchAt(stretches, hourNow)
  const bar = stretches.map((stretch): DayBarStretch => {
    const { tier, fromHour, untilHour } = stretch
    const parts = (untilHour - fromHour) as DayBarStretch['parts']
    return {
      id: String(fromHour),
      parts,
      hours: `${hourText(fromHour)} to ${hourText(untilHour)}`,
      figure: calloutText(prices, tier),
      ground: stretch === now ? 'bg-lamp' : grounds[tier],
      figureLook: parts < 4 ? 'text-sm max-lg:sr-only' : undefined,
      now: stretch === now && <span className="sr-only"> (now)</span>,
    }
  })
  return <DayBar stretches={bar} />
}

/** The stretch with an hour; undefined for the rates of another day. */
export const stretchAt = (stretches: readonly Stretch[], hour: number | undefined): Stretch | undefined =>
  stretches.find(({ fromHour, untilHour }) => hour !== undefined && fromHour <= hour && hour < untilHour)

const grounds: Record<TierId, string> = { day: 'bg-chalk', evening: 'bg-alarm-wash', night: 'bg-wash-other' }
const hourText = (hour: number) => spokenTime(`${hour % 24}:00`)
