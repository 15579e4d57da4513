import type { BillTerms } from '#app/features/pricing/bill.ts'
import { frozenBilling } from '#app/features/pricing/frozen-billing.ts'
import type { FrozenTerms } from '#app/features/pricing/frozen-terms.ts'
import { defaultPrices } from '#content/price-list.ts'

/** What work on a booking is priced by: the terms frozen with it; today's defaults for what one from before lacks. */
export function billTermsOf(booking: { frozenTerms: string }): BillTerms {
  const { rateTiers = defaultPrices.rateTiers, ...terms } = JSON.parse(booking.frozenTerms) as Partial<FrozenTerms>
  return { priorityFeePence: 0, ...terms, rateTiers, billing: frozenBilling(booking) }
}
