import type { Booking } from '#app/features/booking/read-booking.server.ts'
import type { FrozenTerms } from '#app/features/pricing/frozen-terms.ts'
import { poundsText } from '#content/money.ts'
import { bothFeesText, phoneFeeText } from '#content/price-list.ts'
import type { Facts } from './blocks.ts'

/** What a booking costs, by the terms frozen with it. */
export function priceFacts(booking: Booking): Facts {
  const terms = JSON.parse(booking.frozenTerms) as Partial<FrozenTerms>
  const { offer } = terms
  return [
    ['Estimate, including VAT', poundsText(booking.estimatePence)],
    ...(booking.priorityFeePence > 0 ? [['Priority fee', feeText(booking, terms)] as const] : []),
    ...(offer ? [[`Offer: ${offer.name}`, poundsText(-offer.discountPence)] as const] : []),
  ]
}

const feeText = ({ channel, priorityFeePence }: Booking, { phoneFeePence }: Partial<FrozenTerms>) =>
  channel === 'phone' ? phoneFeeText(priorityFeePence) : bothFeesText(priorityFeePence, phoneFeePence)
