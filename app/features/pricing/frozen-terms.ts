import type { PriceList } from '#content/price-list.ts'
import type { BillingTerms, FeeChannel, RateTier } from '#content/rates.ts'
import type { AppliedOffer } from './applied-offer.ts'
import type { Estimate } from './estimate.ts'

/** The price rules as they were when a visitor agreed to them, stored with the booking: a later price list does not change it. */
export interface FrozenTerms {
  estimate: Estimate
  priorityFeePence: number
  /** What the same fee was by phone, for whoever was told both. */
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
  // However low the estimate: we never owe money for coming.
  offer: offer && { ...offer, discountPence: Math.min(offer.discountPence, estimate.estimatePence) },
  priorityFeePence: serviceLevel === 'redline' ? priorityFeePence[channel] : 0,
  phoneFeePence: serviceLevel === 'redline' ? priorityFeePence.phone : undefined,
  rateTiers,
  billing: billingTerms,
})

/** The same terms for a visit that costs nothing: under guarantee. More work, if agreed to, is billed by them. */
export const freeOfCharge = ({ estimate, offer: _none, ...terms }: FrozenTerms): FrozenTerms => ({
  ...terms,
  estimate: { ...estimate, basePence: 0, estimatePence: 0 },
  priorityFeePence: 0,
})

/** What the estimate, the priority fee and the offer come to. */
export const totalPence = ({
  estimate,
  priorityFeePence: feePence,
  offer,
}: Pick<FrozenTerms, 'estimate' | 'priorityFeePence' | 'offer'>): number => estimate.estimatePence + feePence - (offer?.discountPence ?? 0)
