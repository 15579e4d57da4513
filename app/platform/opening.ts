import { toInstant } from '#app/values/clock.ts'
import { type MissingDetail, missingDetails } from '#content/missing-details.ts'
import type { PublishedValues } from '#content/published.ts'
import type { Services } from './services.ts'

/** The details missing before the site may open. */
export interface Opening {
  missing: readonly MissingDetail[]
  /** Visitors elsewhere than on this machine reach it. */
  isPublic: boolean
  /** True for a public site that has never been complete: every page is marked, and search engines are kept out. */
  isPreview: boolean
}

/** From the owner's present values. On this machine a site is no preview. */
export function openingOf({ config, published }: Pick<Services, 'config' | 'published'>): Opening {
  const { details, overrides } = published.current()
  const missing = missingDetails(details)
  const isPublic = !config.siteIsLoopback
  return { missing, isPublic, isPreview: isPublic && missing.length > 0 && overrides.openedAt === undefined }
}

/** Returns the labels of legal details that an open site has lost, from the owner's values before and after. */
export function lostDetails(
  { config }: Pick<Services, 'config'>,
  before: PublishedValues,
  { details, overrides }: PublishedValues,
): readonly string[] {
  if (config.siteIsLoopback || !overrides.openedAt) return []
  const already = missingDetails(before.details).map(({ field }) => field)
  return missingDetails(details).flatMap(({ field, label }) => (already.includes(field) ? [] : [label]))
}

/** Records the moment when a public site is first complete: it never becomes a preview again automatically. */
export async function rememberOpening(services: Pick<Services, 'db' | 'clock' | 'config' | 'published'>): Promise<void> {
  const { missing, isPublic } = openingOf(services)
  if (!isPublic || missing.length > 0 || services.published.current().overrides.openedAt) return
  const at = toInstant(services.clock.now())
  await services.db
    .insertInto('ownerValues')
    .values({ name: 'opened', value: JSON.stringify({ at }), revision: 1, updatedAt: at })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute()
  await services.published.refresh()
}
