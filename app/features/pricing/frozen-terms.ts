import type { Instant } from '#app/values/clock.ts'
import type { BillingTerms, FeeChannel, RateTier } from '#content/fees.ts'
import type { PriceList } from '#content/price-list.ts'
import { type AppliedOffer, calloutAt, calloutWith } from './applied-offer.ts'
import type { Estimate } from './estimate.ts'

/** The price rules as they were when a visitor agreed to them, stored with the booking: a later price list does not change it. */
export interface FrozenTerms {
  estimate: Estimate
  /**
   * The price cap before the offer: the estimate, or the call-out at the start of the promised window, which is the minimum charge, if that
   * is more. Absent: the estimate is the cap, as on older bookings, or by the owner's choice.
   */
  capPence?: number
  priorityFeePence: number
  /** The same fee by phone, for customers who were shown both. */
  phoneFeePence?: number
  offer?: AppliedOffer
  rateTiers: readonly RateTier[]
  billing: BillingTerms
}

interface Booked {
  serviceLevel: 'standard' | 'redline'
  /** The call-out charge at the start of the promised window. */
  calloutPence: number
  offer?: AppliedOffer
  /** The Red Line fee depends on it. */
  channel?: FeeChannel
}

/** The terms to freeze with a booking. */
export function termsFor(
  { priorityFeePence, rateTiers, billingTerms, capsAtEstimate }: PriceList,
  estimate: Estimate,
  { serviceLevel, calloutPence, offer, channel = 'online' }: Booked,
): FrozenTerms {
  const capPence = capsAtEstimate ? undefined : Math.max(estimate.estimatePence, calloutPence)
  return {
    estimate,
    ...(capPence !== undefined && { capPence }),
    offer: offer && { ...offer, discountPence: Math.min(offer.discountPence, mostOff(offer, estimate, capPence)) },
    priorityFeePence: serviceLevel === 'redline' ? priorityFeePence[channel] : 0,
    phoneFeePence: serviceLevel === 'redline' ? priorityFeePence.phone : undefined,
    rateTiers,
    billing: billingTerms,
  }
}

/** The most that an offer may take off the price cap: the cap is never below the call-out with the offer, nor below zero. */
const mostOff = ({ calloutPence = 0 }: AppliedOffer, { estimatePence }: Estimate, capPence?: number): number =>
  capPence === undefined ? estimatePence : capPence - calloutPence

/** The same terms for a free visit under guarantee. Agreed extra work is billed by them. */
export const freeOfCharge = ({ estimate, offer: _none, ...terms }: FrozenTerms): FrozenTerms => ({
  ...terms,
  estimate: { ...estimate, basePence: 0, estimatePence: 0 },
  capPence: 0,
  priorityFeePence: 0,
})

/**
 * The terms once the promised window starts at another time: by the rates frozen with the booking. The estimate stays. Returns the same
 * object if nothing changes, for instance if the visit is free.
 */
export function termsMovedTo(terms: FrozenTerms, promisedFrom: Instant): FrozenTerms {
  const { estimate, capPence, offer, rateTiers } = terms
  if (!capPence) return terms
  const calloutPence = calloutAt({ rateTiers }, promisedFrom)
  const movedPence = Math.max(estimate.estimatePence, calloutPence)
  if (movedPence === capPence && (!offer || offer.calloutPence === calloutWith(offer, calloutPence))) return terms
  if (!offer) return { ...terms, capPence: movedPence }
  const moved = { ...offer, calloutPence: calloutWith(offer, calloutPence) }
  const [day] = rateTiers
  const dayPence = day ? day.calloutPence - calloutWith(offer, day.calloutPence) : 0
  const discountPence = Math.min(dayPence, mostOff(moved, estimate, movedPence))
  return { ...terms, capPence: movedPence, offer: { ...moved, discountPence } }
}

type Capped = Pick<FrozenTerms, 'capPence' | 'offer'> & { estimate: Pick<Estimate, 'estimatePence'> }

/** The most that the booked work may cost: the price cap less the offer. */
export const workCapPence = ({ estimate, capPence = estimate.estimatePence, offer }: Capped): number =>
  Math.max(0, capPence - (offer?.discountPence ?? 0))

/** Returns the amount that the minimum charge adds to the estimate to make the price cap. */
export const minimumPence = ({ estimate, capPence = 0 }: Capped): number => Math.max(0, capPence - estimate.estimatePence)

/**
 * Returns the most that a customer pays for a booking: the leading figure on every page, in every email and by phone. Includes the Red Line
 * fee and the offer; parking and the Congestion Charge are added at cost.
 */
export const mostPence = (terms: Capped & Pick<FrozenTerms, 'priorityFeePence'>): number => workCapPence(terms) + terms.priorityFeePence
