import type { EmergencyTypeName } from '#content/emergency-types.ts'
import { overrideKey } from '#content/owner-overrides.ts'
import type { PriceList } from '#content/price-list.ts'

/** Base price × borough multiplier, and the steps that led to it. */
export interface Estimate {
  service: EmergencyTypeName
  basePence: number
  borough: string | null
  /** Hundredths: 95 means × 0.95. */
  multiplierPercent: number
  estimatePence: number
}

/** The estimate, VAT included, for the usual job of a type in a borough. `usualPercent`: the borough's multiplier, unless the owner has changed it. */
export function estimateFor(
  prices: Pick<PriceList, 'basePence' | 'multipliers'>,
  service: EmergencyTypeName,
  borough: string | null,
  usualPercent: number,
): Estimate {
  const basePence = prices.basePence[service]
  const multiplierPercent = prices.multipliers[overrideKey(borough ?? '')] ?? usualPercent
  return { service, basePence, borough, multiplierPercent, estimatePence: Math.round((basePence * multiplierPercent) / 100) }
}
