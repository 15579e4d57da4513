import type { BillingTerms } from '#content/fees.ts'
import { defaultPrices } from '#content/price-list.ts'
import type { FrozenTerms } from './frozen-terms.ts'

/**
 * The billing terms frozen with a booking; today's defaults for older bookings. A free visit has no fee for no access or for cancelling
 * late, even if one was frozen with it (terms, guarantees).
 */
export function frozenBilling({ frozenTerms }: { frozenTerms: string }): BillingTerms {
  const { billing, capPence } = JSON.parse(frozenTerms) as Partial<FrozenTerms>
  return { ...defaultPrices.billingTerms, ...billing, ...(capPence === 0 && { noAccessPence: 0 }) }
}
