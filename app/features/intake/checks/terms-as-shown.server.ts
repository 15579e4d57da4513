import type { Transaction } from 'kysely'
import type { Place } from '#app/features/areas/locate.ts'
import { PriceChanged } from '#app/features/booking/refusals.ts'
import type { Arrival } from '#app/features/capacity/arrival-window.ts'
import { calloutAt, offerFor } from '#app/features/pricing/applied-offer.ts'
import { estimateFor } from '#app/features/pricing/estimate.ts'
import { type FrozenTerms, mostPence, termsFor } from '#app/features/pricing/frozen-terms.ts'
import { supplementAt } from '#app/features/pricing/supplement.ts'
import type { Refusal } from '#app/platform/errors.ts'
import type { Services } from '#app/platform/services.ts'
import { type Instant, toInstant } from '#app/values/clock.ts'
import { poundsText } from '#content/money.ts'
import type { PriceList } from '#content/price-list.ts'
import type { PublishedValues } from '#content/published.ts'
import type { Tables } from '#db/tables.ts'
import type { Attempt, Checked } from '../attempt.ts'
import type { BookingInput } from '../booking-input.ts'
import { isRecent } from './pressed-at.ts'

interface Pricing {
  attempt: Attempt
  checked: Checked
  asked: Asked
  published: PublishedValues
}

/**
 * Returns the terms by which the customer pays at most the price that the page showed when they pressed the button, if we did show it then:
 * by the prices of now or of that moment. Refuses any other figure. A price shown more than an hour ago isn't compared: the customer is
 * called first.
 */
export async function termsAsShown(
  services: Services,
  tx: Transaction<Tables>,
  { attempt, checked, asked, published }: Pricing,
): Promise<{ terms: FrozenTerms } | { refused: Refusal }> {
  const { now, shownAt } = attempt
  const { input, arrival, startAt } = checked
  const terms = termsOf(input, { ...asked, ...arrival, pressed: asked.takenBy ? now : asked.pressed }, published.prices)
  const shownPence = shownMost(input)
  const isComparable = shownPence !== undefined && !input.callFirst && isRecent(checked.pressed, now)
  const isDearer = shownPence === undefined && costsMoreThanShown(input, terms)
  if (!isDearer && (!isComparable || asked.takenBy || mostPence(terms) === shownPence)) return { terms }
  for (const at of [asked.pressed, shownAt]) {
    if (!at || !isRecent(at, now)) continue
    const { prices } = await services.published.readAt(tx, toInstant(at))
    const then = termsOf(input, { ...asked, preferredDate: arrival.preferredDate, promisedFrom: startAt(at), pressed: at }, prices)
    if (mostPence(then) === shownPence) return { terms: then }
  }
  return { refused: new PriceChanged(`The most you’ll pay is now ${poundsText(mostPence(terms))}.`, published.overrides) }
}

interface Asked {
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
function termsOf(input: BookingInput, { place, takenBy, pressed, preferredDate, promisedFrom }: AtInstant, prices: PriceList): FrozenTerms {
  const estimate = estimateFor(prices, input.service, place.borough, place.multiplierPercent, supplementAt(prices, promisedFrom))
  return termsFor(prices, estimate, {
    serviceLevel: input.serviceLevel,
    calloutPence: calloutAt(prices, promisedFrom),
    offer: offerFor(prices, { service: input.service, bookedAt: pressed, arrival: { preferredDate, promisedFrom } }),
    channel: takenBy ? 'phone' : 'online',
  })
}

/** The maximum price on the page; older pages sent its parts. Undefined if a client sends neither. */
const shownMost = ({ shownMostPence, shownEstimatePence, shownFeePence = 0, shownDiscountPence = 0 }: BookingInput): number | undefined =>
  shownMostPence ?? (shownEstimatePence === undefined ? undefined : shownEstimatePence + shownFeePence - shownDiscountPence)

/** For clients that send only the fee or the offer that they showed. */
const costsMoreThanShown = ({ shownFeePence, shownDiscountPence = 0 }: BookingInput, { priorityFeePence, offer }: FrozenTerms): boolean =>
  (shownFeePence !== undefined && priorityFeePence > shownFeePence) || shownDiscountPence > (offer?.discountPence ?? 0)
