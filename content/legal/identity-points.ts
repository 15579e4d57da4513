import { type BusinessDetails, identityFacts } from '#content/business.ts'
import type { LegalBlock } from './legal.ts'

/** Returns the legal identity as a list; no block if nothing is filled in. */
export function identityPoints(details: BusinessDetails): LegalBlock[] {
  const points = identityFacts(details).map(([label, value]) => `${label}: ${value}`)
  return points.length > 0 ? [{ points }] : []
}
