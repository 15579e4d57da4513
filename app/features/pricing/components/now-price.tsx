import { usePrices } from '#app/platform/published-context.ts'
import { type EmergencyTypeName, emergencyTypes } from '#content/emergency-types.ts'
import type { TierId } from '#content/fees.ts'
import { poundsText } from '#content/money.ts'
import { mostByRate } from '../most-by-rate.ts'

/** The next visit's rate, and the one after it. */
export interface Now {
  /** The day of the visit, in words: 'today', 'tonight'. */
  when: string
  tier: TierId
  /** The start of the next rate in words: '10pm', '8am on Monday 26 October'. */
  until: string
  next: TierId
}

const service: EmergencyTypeName = emergencyTypes[0].name

/** The most that the commonest job costs now, large, and from the next rate on if that differs. */
export function NowPrice({ when, tier, until, next }: Now) {
  const most = mostByRate(usePrices(), { service })
  return (
    <p className="mt-4 flex max-w-[40em] flex-wrap items-center gap-x-4 gap-y-2">
      <span className="bg-lamp px-3 pt-2 pb-2.5">
        <span className="block font-bold">{`${service} ${when}`}</span>{' '}
        <b className="text-figure leading-none tracking-tight whitespace-nowrap">{poundsText(most[tier])}</b> <b>at most</b>
      </span>{' '}
      <span className="leading-snug">
        Including VAT, capped before you book.
        {most[next] !== most[tier] && <b className="block">{`From ${until}: ${poundsText(most[next])}.`}</b>}
      </span>
    </p>
  )
}
