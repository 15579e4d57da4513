import type { BillingTerms } from '#content/fees.ts'
import { defaultPrices } from '#content/price-list.ts'
import type { FrozenTerms } from './frozen-terms.ts'

/** The billing terms frozen with a booking; today's defaults for older bookings. */
export const frozenBilling = ({ frozenTerms }: { frozenTerms: string }): BillingTerms => ({
  ...defaultPrices.billingTerms,
  ...(JSON.parse(frozenTerms) as Partial<FrozenTerms>).billing,
})
