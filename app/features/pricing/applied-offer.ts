import type { LondonDay } from '#app/platform/day.ts'
import { londonHour } from '#app/platform/london.ts'
import type { Offer } from '#content/offers.ts'
import { offersIn, type PriceList } from '#content/price-list.ts'

/** An offer as it applies to a booking. */
export interface AppliedOffer {
  code: string
  name: string
  /** What it takes off the estimate: the offer's call-out against the lowest of the rate card. */
  discountPence: number
  /** What it makes of the bill's call-out. */
  callout: { pence: number } | { percentOff: number }
  terms: readonly string[]
}

interface OfferWish {
  code: string | undefined
  service: string | undefined
  bookedAt: Date
  /** The day of the visit that is asked for; none for as soon as possible. */
  visitDay?: LondonDay
}

/** The offer that a code names, for what is booked with it at an instant; none where it does not apply. */
export function offerFor(prices: PriceList, { code, service, bookedAt, visitDay }: OfferWish): AppliedOffer | undefined {
  const { day: today, hour } = londonHour(bookedAt)
  const offer = offersIn(prices).find(
    (each: Offer) =>
      each.code === code &&
      !each.isOff &&
      (!each.service || each.service === service) &&
      each.from <= today &&
      (!each.until || today <= each.until) &&
      (!each.hours || (each.hours.some(([from, until]) => from <= hour && hour < until) && (visitDay ?? today) === today)),
  )
  return offer && applied(offer, prices)
}

/** The offer with what it takes off, by a rate card. */
export function applied(
  { code, name, callout, terms }: Pick<AppliedOffer, 'code' | 'name' | 'callout' | 'terms'>,
  { rateTiers: [day] }: PriceList,
): AppliedOffer {
  const least = day.calloutPence
  return { code, name, callout, terms, discountPence: least - calloutWith({ callout }, least) }
}

/** What a call-out costs with an offer; never more than without. */
export function calloutWith({ callout }: Pick<AppliedOffer, 'callout'>, calloutPence: number): number {
  if ('pence' in callout) return Math.min(calloutPence, callout.pence)
  return Math.round((calloutPence * (100 - callout.percentOff)) / 100)
}
