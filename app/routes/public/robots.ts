import { openingOf } from '#app/platform/opening.ts'
import { visitContext } from '#app/platform/services.ts'
import type { Route } from './+types/robots'

/**
 * Excludes pages from search engines. Private links have `noindex` themselves: a rule here would only point at them. A preview is excluded
 * as a whole.
 */
export function loader({ context }: Route.LoaderArgs) {
  const { services } = context.get(visitContext)
  const { isPreview } = openingOf(services)
  const text = isPreview
    ? 'User-agent: *\nDisallow: /\n'
    : `User-agent: *\nDisallow: /functions/\nDisallow: /api/\n\nSitemap: ${services.config.siteUrl}/sitemap.xml\n`
  const maxAge = isPreview ? 300 : 86_400
  return new Response(text, { headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': `public, max-age=${maxAge}` } })
}
