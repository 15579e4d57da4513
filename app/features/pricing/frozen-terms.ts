import type { PriceList } from '#content/price-list.ts'
import type { BillingTerms, FeeChannel, RateTier } from '#content/rates.ts'
import type { AppliedOffer } from './applied-offer.ts'
import type { Estimate } from './estimate.ts'

/** The price rules as they were when a visitor agreed to them, stored with the booking: a later price list does not change it. */
export interface FrozenTerms {
  estimate: Estimate
  priorityFeePence: number
  /** The same fee by phone, for customers who were told both. */
  phoneFeePence?: number
  offer?: AppliedOffer
  rateTiers: readonly RateTier[]
  billing: BillingTerms
}

/** The terms to freeze with a booking made through a channel: the Red Line fee depends on it. */
export const termsFor = (
  { priorityFeePence, rateTiers, billingTerms }: PriceList,
  estimate: Estimate,
  serviceLevel: 'standard' | 'redline',
  offer?: AppliedOffer,
  channel: FeeChannel = 'online',
): FrozenTerms => ({
  estimate,
  // However low the estimate: the total is never negative.
  offer: offer && { ...offer, discountPence: Math.min(offer.discountPence, estimate.estimatePence) },
  priorityFeePence: serviceLevel === 'redline' ? priorityFeePence[channel] : 0,
  phoneFeePence: serviceLevel === 'redline' ? priorityFeePence.phone : undefined,
  rateTiers,
  billing: billingTerms,
})

/** The same terms for a free visit under guarantee. Agreed extra work is billed by them. */
export const freeOfCharge = ({ estimate, offer: _none, ...terms }: FrozenTerms): FrozenTerms => ({
  ...terms,
  estimate: { ...estimate, basePence: 0, estimatePence: 0 },
  priorityFeePence: 0,
})

/** The total of estimate, priority fee and offer. */
export const totalPence = ({
  estimate,
  priorityFeePence: feePence,
  offer,
}: Pick<FrozenTerms, 'estimate' | 'priorityFeePence' | 'offer'>): number => estimate.estimatePence + feePence - (offer?.discountPence ?? 0)
