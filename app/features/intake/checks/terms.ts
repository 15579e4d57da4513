import type { Place } from '#app/features/areas/locate.ts'
import type { Arrival } from '#app/features/capacity/arrival-window.ts'
import { calloutAt, offerFor } from '#app/features/pricing/applied-offer.ts'
import { estimateFor } from '#app/features/pricing/estimate.ts'
import { type FrozenTerms, termsFor } from '#app/features/pricing/frozen-terms.ts'
import { supplementAt } from '#app/features/pricing/supplement.ts'
import type { Instant } from '#app/values/clock.ts'
import type { PriceList } from '#content/price-list.ts'
import type { BookingInput } from '../booking-input.ts'

export interface Asked {
  place: Place
  takenBy: string | undefined
  /** The time of submission, if that was within the hour; else now. */
  pressed: Date
}

interface AtInstant extends Asked {
  preferredDate: Arrival['preferredDate']
  promisedFrom: Instant
}

/** The promised terms, by a price list. */
export function termsOf(
  input: BookingInput,
  { place, takenBy, pressed, preferredDate, promisedFrom }: AtInstant,
  prices: PriceList,
): FrozenTerms {
  const estimate = estimateFor(prices, input.service, place.borough, place.multiplierPercent, supplementAt(prices, promisedFrom))
  return termsFor(prices, estimate, {
    serviceLevel: input.serviceLevel,
    calloutPence: calloutAt(prices, promisedFrom),
    offer: offerFor(prices, { service: input.service, bookedAt: pressed, arrival: { preferredDate, promisedFrom } }),
    channel: takenBy ? 'phone' : 'online',
  })
}

/** The maximum price on the page; older pages sent its parts. Undefined if a client sends neither. */
export const shownMost = ({
  shownMostPence,
  shownEstimatePence,
  shownFeePence = 0,
  shownDiscountPence = 0,
}: BookingInput): number | undefined =>
  shownMostPence ?? (shownEstimatePence === undefined ? undefined : shownEstimatePence + shownFeePence - shownDiscountPence)

/** For clients that send only the fee or the offer that they showed. */
export const costsMoreThanShown = (
  { shownFeePence, shownDiscountPence = 0 }: BookingInput,
  { priorityFeePence, offer }: FrozenTerms,
): boolean => (shownFeePence !== undefined && priorityFeePence > shownFeePence) || shownDiscountPence > (offer?.discountPence ?? 0)
