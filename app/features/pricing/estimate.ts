import type { EmergencyTypeName } from '#content/emergency-types.ts'
import { overrideKey } from '#content/owner-overrides.ts'
import type { PriceList } from '#content/price-list.ts'

/** The supplement for the hour of the visit, as set by the owner. */
export interface Supplement {
  /** 'Sunday supplement'. */
  name: string
  pence: number
}

/** Base price × borough multiplier + supplement, with its parts. */
export interface Estimate {
  service: EmergencyTypeName
  basePence: number
  borough: string | null
  /** Hundredths: 95 means × 0.95. */
  multiplierPercent: number
  /** Absent if nothing is added. */
  supplement?: Supplement
  estimatePence: number
}

/** The estimate, VAT included, for the usual job of a type in a borough. `usualPercent`: the borough's multiplier by default. */
export function estimateFor(
  prices: Pick<PriceList, 'basePence' | 'multipliers'>,
  service: EmergencyTypeName,
  borough: string | null,
  usualPercent: number,
  supplement?: Supplement,
): Estimate {
  const basePence = prices.basePence[service]
  const multiplierPercent = prices.multipliers[overrideKey(borough ?? '')] ?? usualPercent
  const estimatePence = Math.round((basePence * multiplierPercent) / 100) + (supplement?.pence ?? 0)
  return { service, basePence, borough, multiplierPercent, ...(supplement && { supplement }), estimatePence }
}
