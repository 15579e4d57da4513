import { poundsText } from './money.ts'
import type { BoilerOffer, CalloutOffer } from './offers.ts'
import { calloutTexts, type PriceList } from './price-list.ts'

/*
 * Apart from the offers, so that they stay out of the scripts of pages that don't show them.
 */

/** The terms of the boiler offer, which compare it with the rate card. The first two are about this offer alone. */
export const boilerOfferTerms = ({ callout }: BoilerOffer, prices: Pick<PriceList, 'rateTiers'>): readonly string[] => [
  'For one gas boiler in a home, booked online or by phone as Boiler Breakdown. It applies automatically, with no code to enter.',
  `The call-out and the first 30 minutes of work cost ${poundsText(callout.pence)}, including VAT, at any hour, instead of ${calloutTexts(prices)}. Your price cap goes down by what that takes off the daytime call-out.`,
  'Further time and parts are at our usual rates and agreed with you first. Parking and the Congestion Charge are added at cost.',
  'Only one offer applies per booking: you’ll get the bigger one. A Red Line priority fee is added if you choose Red Line.',
]

/** The terms of the countdown's offer. The first two are about this offer alone. */
export const calloutOfferTerms = ({ callout }: CalloutOffer): readonly string[] => [
  'Every day, for any job booked online or by phone from 6AM to 10AM or from 12PM to 4PM, for a visit on the same day. It applies automatically, with no code to enter.',
  `Takes ${callout.percentOff}% off the call-out, including its first 30 minutes, at the rate that applies when your arrival window starts. If the rate is higher when we arrive, you won’t pay more for the call-out. Your price cap goes down by what it takes off the daytime call-out.`,
  'Further time and materials are charged at our usual rates. Parking and the Congestion Charge are added at cost.',
  'Only one offer applies per booking: you’ll get the bigger one. A Red Line priority fee is added if you choose Red Line.',
]

/** The terms of the offer with this code, which a booking keeps. */
export const offerTerms = (code: string, prices: PriceList): readonly string[] =>
  code === prices.boilerOffer.code ? boilerOfferTerms(prices.boilerOffer, prices) : calloutOfferTerms(prices.calloutOffer)
