import { visitContext } from '#app/platform/services.ts'
import type { Route } from './+types/robots'

/** What search engines have no business with. Private links say `noindex` themselves: a rule here would only point at them. */
export function loader({ context }: Route.LoaderArgs) {
  const { siteUrl } = context.get(visitContext).services.config
  const text = `User-agent: *\nDisallow: /functions/\nDisallow: /api/\n\nSitemap: ${siteUrl}/sitemap.xml\n`
  return new Response(text, { headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'public, max-age=86400' } })
}
