import { poundsText } from './money.ts'
import type { BoilerOffer, CalloutOffer } from './offers.ts'
import { calloutTexts, type PriceList } from './price-list.ts'

/*
 * Only pages that the server renders show these: apart from the offers, they stay out of the scripts for browsers.
 */

/** The terms of the boiler offer, which compare it with the rate card. The first two are about this offer alone. */
export const boilerOfferTerms = ({ callout, condition }: BoilerOffer, prices: Pick<PriceList, 'rateTiers'>): readonly string[] => [
  condition,
  `The call-out and the first 30 minutes of work cost ${poundsText(callout.pence)}, VAT included, at any hour, instead of ${calloutTexts(prices)}. Your price cap is reduced by the same amount.`,
  'Further time, parts, parking and the congestion charge are charged at our usual rates and agreed with you first.',
  'One offer per booking: we give you the bigger one. A Red Line priority fee is added if you choose Red Line.',
]

/** The terms of the countdown's offer. The first two are about this offer alone. */
export const calloutOfferTerms = ({ callout, condition }: CalloutOffer): readonly string[] => [
  condition,
  `Takes ${callout.percentOff}% off the call-out, including its first 30 minutes, at the rate that applies when your arrival window starts. If the rate is higher when we arrive, you won’t pay more for the call-out.`,
  'Further time, materials, parking and the congestion charge are charged at our usual rates.',
  'One offer per booking: we give you the bigger one. A Red Line priority fee is added if you choose Red Line.',
]

/** The terms of the offer with this code, which a booking keeps. */
export const offerTerms = (code: string, prices: PriceList): readonly string[] =>
  code === prices.boilerOffer.code ? boilerOfferTerms(prices.boilerOffer, prices) : calloutOfferTerms(prices.calloutOffer)
