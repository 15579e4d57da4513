import type { LondonDay } from '#app/values/day.ts'
import { type BusinessDetails, identityFacts } from '#content/business.ts'
import type { PublishedValues } from '#content/published.ts'

/** The addresses of the legal pages. */
export const legalSlugs = ['privacy', 'terms', 'cookies', 'accessibility'] as const

/**
 * A page of legal text, with `**bold**` and `[label](/path)` in its texts. Some statements have yet to be confirmed by the owner or checked
 * by a lawyer: `open-points.ts` lists them for staff.
 */
export interface LegalPage {
  slug: (typeof legalSlugs)[number]
  /** Its heading of the first level. */
  title: string
  /** Its title for search engines and tabs. */
  metaTitle: string
  /** At most 160 characters. */
  description: string
  keywords: readonly string[]
  /** Summary. */
  lead: string
  /** The day of the last change. */
  updated: LondonDay
  sections: readonly LegalSection[]
}

/** A legal page whose sections are written with the details and prices in force. */
export interface LegalPageText extends Omit<LegalPage, 'sections'> {
  sections(published: PublishedValues): readonly LegalSection[]
}

export interface LegalSection {
  /** The anchor. Lower case, hyphens. */
  id: string
  title: string
  blocks: readonly LegalBlock[]
}

/**
 * A paragraph, points, numbered steps, a table whose first column names its rows, or the control of a choice about analytics or about our
 * own counts, with the text for browsers without scripts.
 */
export type LegalBlock =
  | string
  | { points: readonly string[] }
  | { steps: readonly string[] }
  | { analyticsChoice: string }
  | { countsChoice: string }
  | { caption: string; head: readonly string[]; rows: readonly (readonly string[])[] }

/** Returns the legal identity as a list; no block if nothing is filled in. */
export function identityPoints(details: BusinessDetails): LegalBlock[] {
  const points = identityFacts(details).map(([label, value]) => `${label}: ${value}`)
  return points.length > 0 ? [{ points }] : []
}
