import { applied } from '#app/features/pricing/applied-offer.ts'
import { estimateFor } from '#app/features/pricing/estimate.ts'
import { termsFor, totalPence } from '#app/features/pricing/frozen-terms.ts'
import { emergencyTypes } from '#content/emergency-types.ts'
import { poundsText } from '#content/money.ts'
import type { Offer } from '#content/offers.ts'
import { offersIn, type PriceList } from '#content/price-list.ts'

/** Price caps with an offer: for each of its types, the cap, and the cap less the offer at each rate. */
export interface OfferCaps {
  /** The rates, in the order of the figures. */
  rates: string[]
  rows: { type: string; cap: string; withOffer: string[] }[]
}

/** For the settings group of an offer, on or off; undefined for other groups. Before the borough's multiplier. */
export function offerCaps(group: string, prices: PriceList): OfferCaps | undefined {
  const offer: Offer | undefined = offersIn(prices).find(({ code }) => `offer-${code}` === group)
  if (!offer) return undefined
  const rows = emergencyTypes
    .filter(({ name }) => !offer.service || offer.service === name)
    .map(({ name }) => {
      const estimate = estimateFor(prices, name, null, 100)
      const capWith = (calloutPence: number) => totalPence(termsFor(prices, estimate, 'standard', applied(offer, calloutPence)))
      return {
        type: name,
        cap: poundsText(estimate.estimatePence),
        withOffer: prices.rateTiers.map(({ calloutPence }) => poundsText(capWith(calloutPence))),
      }
    })
  return { rates: prices.rateTiers.map(({ name }) => name), rows }
}
