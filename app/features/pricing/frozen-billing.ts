import { defaultPrices } from '#content/price-list.ts'
import type { BillingTerms } from '#content/rates.ts'
import type { FrozenTerms } from './frozen-terms.ts'

/** The terms of the bill that a booking was made with; today's defaults for one from before they were kept with it. */
export const frozenBilling = ({ frozenTerms }: { frozenTerms: string }): BillingTerms => ({
  ...defaultPrices.billingTerms,
  ...(JSON.parse(frozenTerms) as Partial<FrozenTerms>).billing,
})
