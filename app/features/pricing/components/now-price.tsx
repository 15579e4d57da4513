import { poundsText } from '#content/money.ts'
import { billingTerms, rateTiers, type TierId } from '#content/rates.ts'

/** What holds now, and what comes after. */
export interface Now {
  tier: TierId
  /** When the next rate begins, in words: '22:00', 'Mon 23 Nov, 08:00'. */
  until: string
  next: TierId
}

export const calloutText = (tier: TierId) => poundsText(rateTiers.find(({ id }) => id === tier)?.calloutPence ?? 0)

/** The one figure that somebody with water through the ceiling asks for. */
export function NowPrice({ tier, until, next }: Now) {
  return (
    <p className="mt-5 flex items-start gap-4">
      <b className="bg-lamp px-3 pt-2 pb-2.5 text-[clamp(2.5rem,1.5rem+3vw,3.5rem)] leading-none tracking-tight">{calloutText(tier)}</b>{' '}
      <span className="leading-snug">
        <b>is the call-out now</b>, {`with ${billingTerms.includedMinutes} minutes of work.`}
        <br />
        From {until}: {calloutText(next)}.
      </span>
    </p>
  )
}
