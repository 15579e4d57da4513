import type { BillTerms } from '#app/features/pricing/bill.ts'
import { frozenBilling } from '#app/features/pricing/frozen-billing.ts'
import type { FrozenTerms } from '#app/features/pricing/frozen-terms.ts'
import { defaultPrices } from '#content/price-list.ts'

/** The prices for work on a booking: the terms frozen with it, with today's defaults where an older booking lacks some. */
export function billTermsOf(booking: { frozenTerms: string }): BillTerms {
  const { rateTiers = defaultPrices.rateTiers, ...terms } = JSON.parse(booking.frozenTerms) as Partial<FrozenTerms>
  return { priorityFeePence: 0, ...terms, rateTiers, billing: frozenBilling(booking) }
}
