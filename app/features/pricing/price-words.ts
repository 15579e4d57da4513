import type { FeeChannel } from '#content/fees.ts'
import { exactPoundsText, poundsText } from '#content/money.ts'
import { bothFeesText, phoneFeeText } from '#content/price-list.ts'
import { type FrozenTerms, minimumPence } from './frozen-terms.ts'

/* The leading figure in words: the same on pages, in emails and on the board. */

/** The label of the most that is paid, by its reader. */
export const mostLabel = { staff: 'The most they’ll pay', customer: 'The most you’ll pay' } as const

/** Label of the line that raises an estimate below the call-out to the minimum charge. */
export const minimumLabel = 'Top-up to our minimum charge'

/** Label of an offer's reduction of the price cap; its reduction of the call-out may be larger. */
export const offerLabel = (name: string): string => `Offer: ${name}, off the price cap`

/** The price of a free return visit. */
export const freeText = 'This visit is free. You’ll only pay if you agree to other work first.'

/** After a sum, where they are added. */
export const atCostText = 'plus parking and the Congestion Charge at cost'

/** 'You’ll never pay more than £142.50 unless …': `pence` includes the Red Line fee and the offer. */
export const capText = (pence: number, isAtCost = true): string =>
  pence === 0
    ? freeText
    : `You’ll never pay more than ${poundsText(pence)} unless you agree to extra work first.${isAtCost ? ' Parking and the Congestion Charge are added at cost.' : ''}`

export type PricedTerms = Pick<FrozenTerms, 'estimate' | 'capPence' | 'priorityFeePence' | 'phoneFeePence' | 'offer'> & {
  channel?: FeeChannel
}

/** Returns the lines that add up to `mostPence`. */
export function priceLines(terms: PricedTerms): { label: string; figure: string }[] {
  const { estimate, priorityFeePence: feePence, phoneFeePence, offer, channel } = terms
  const { basePence, estimatePence, borough, service, supplement = { name: '', pence: 0 } } = estimate
  const lines = [
    { label: `${service}, base price`, pence: basePence },
    { label: `${borough} area price`, pence: estimatePence - supplement.pence - basePence },
    { label: supplement.name, pence: supplement.pence },
    { label: minimumLabel, pence: minimumPence(terms) },
    { label: `Priority fee ${channel === 'phone' ? phoneFeeText(feePence) : bothFeesText(feePence, phoneFeePence)}`, pence: feePence },
    { label: offerLabel(offer?.name ?? ''), pence: -(offer?.discountPence ?? 0) },
  ]
  return lines.filter(({ pence }) => pence !== 0).map(({ label, pence }) => ({ label, figure: exactPoundsText(pence) }))
}
