import { londonHour } from '#app/platform/london.ts'
import type { Instant } from '#app/values/clock.ts'
import type { LondonDay } from '#app/values/day.ts'
import type { RateTier } from '#content/fees.ts'
import { offerTerms } from '#content/offer-terms.ts'
import type { Offer } from '#content/offers.ts'
import { offersIn, type PriceList } from '#content/price-list.ts'
import { tierAt } from './rate-hours.ts'

/** An offer as it applies to a booking. */
export interface AppliedOffer {
  code: string
  name: string
  /**
   * Amount off the price cap: its value at the day rate, at any hour, so that a dearer hour never has a lower cap. In bookings made until
   * November 2026 it is the value at the rate of the hour when the promised window starts.
   */
  discountPence: number
  /** The call-out with the offer at that rate; absent in older bookings. */
  calloutPence?: number
  /** The bill's call-out with the offer. */
  callout: { pence: number } | { percentOff: number }
  /** As they were when it was booked; absent before. */
  terms?: readonly string[]
}

interface Asked {
  /** Undefined before one is chosen. */
  service: string | undefined
  bookedAt: Date
  /** The requested day of the visit; absent for as soon as possible. */
  visitDay?: LondonDay
}

/** Returns true if a booking at an instant gets an offer: by the clock and the job alone, on any channel. */
export function isOffered(offer: Offer, { service, bookedAt, visitDay }: Asked): boolean {
  const { day: today, hour } = londonHour(bookedAt)
  if (offer.isOff || (offer.service && offer.service !== service)) return false
  if (today < offer.from || (offer.until && today > offer.until)) return false
  return !offer.hours || (offer.hours.some(([from, until]) => from <= hour && hour < until) && (visitDay ?? today) === today)
}

interface Job extends Pick<Asked, 'service' | 'bookedAt'> {
  /** The day that the customer chose, if any, and the start of the promised window. */
  arrival: { preferredDate: LondonDay | null; promisedFrom: Instant }
}

/** The offer that takes most off a booking's price cap; undefined if none applies. */
export function offerFor(prices: PriceList, { service, bookedAt, arrival }: Job): AppliedOffer | undefined {
  const { preferredDate, promisedFrom } = arrival
  const calloutPence = calloutAt(prices, promisedFrom)
  const [most] = offersIn(prices)
    .filter((offer) => isOffered(offer, { service, bookedAt, visitDay: preferredDate ?? undefined }))
    .map((offer) => ({ ...applied(offer, prices, calloutPence), terms: offerTerms(offer.code, prices) }))
    .sort((a, b) => b.discountPence - a.discountPence)
  return most
}

/** Returns the call-out charge at an instant, by the rate card. */
export const calloutAt = ({ rateTiers }: { rateTiers: readonly RateTier[] }, at: Date | Instant): number =>
  rateTiers.find(({ id }) => id === tierAt(at))?.calloutPence ?? 0

/** The offer for a call-out that costs `fullPence` without it. */
export function applied(
  { code, name, callout }: Pick<Offer, 'code' | 'name' | 'callout'>,
  { rateTiers: [day] }: PriceList,
  fullPence: number,
): AppliedOffer {
  const discountPence = day.calloutPence - calloutWith({ callout }, day.calloutPence)
  return { code, name, discountPence, calloutPence: calloutWith({ callout }, fullPence), callout }
}

/** Returns the call-out charge with an offer; never more than without. */
export function calloutWith({ callout }: Pick<AppliedOffer, 'callout'>, calloutPence: number): number {
  if ('pence' in callout) return Math.min(calloutPence, callout.pence)
  return Math.round((calloutPence * (100 - callout.percentOff)) / 100)
}

/**
 * Returns an offer's amount off the call-out at the hour of arrival: never less than off the price cap, and the discounted call-out never
 * costs more than at the promised hour. Older bookings without that use the rate at arrival.
 */
export function offerOff(offer: AppliedOffer, arrivalCalloutPence: number): number {
  const atArrival = arrivalCalloutPence - calloutWith(offer, arrivalCalloutPence)
  if (offer.calloutPence === undefined) return atArrival
  return Math.min(arrivalCalloutPence, Math.max(offer.discountPence, arrivalCalloutPence - offer.calloutPence, atArrival))
}
