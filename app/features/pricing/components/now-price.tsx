import { usePrices } from '#app/platform/published-context.ts'
import { billingTerms, type TierId } from '#content/fees.ts'
import { calloutText } from '#content/price-list.ts'

/** The present rate, and the next one. */
export interface Now {
  tier: TierId
  /** When the next rate begins, in words: '22:00', 'Mon 23 Nov, 08:00'. */
  until: string
  next: TierId
}

/** The present price, large. */
export function NowPrice({ tier, until, next }: Now) {
  const prices = usePrices()
  return (
    <p className="mt-5 flex items-start gap-4">
      <b className="bg-lamp px-3 pt-2 pb-2.5 text-[clamp(2.5rem,1.5rem+3vw,3.5rem)] leading-none tracking-tight">
        {calloutText(prices, tier)}
      </b>{' '}
      <span className="leading-snug">
        <b>is the call-out now</b>, {`including ${billingTerms.includedMinutes} minutes of work.`}
        <br />
        From {until}: {calloutText(prices, next)}.
      </span>
    </p>
  )
}
