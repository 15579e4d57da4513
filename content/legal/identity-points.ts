import { type BusinessDetails, identityFacts } from '#content/business.ts'
import type { LegalBlock } from './legal.ts'

/** Who the business is by law, as a list; no block where nothing is filled in. */
export function identityPoints(details: BusinessDetails): LegalBlock[] {
  const points = identityFacts(details).map(([label, value]) => `${label}: ${value}`)
  return points.length > 0 ? [{ points }] : []
}
