import { publicPages } from '#app/features/shell/site-map.ts'
import { visitContext } from '#app/platform/services.ts'
import type { Route } from './+types/sitemap'

/** Every public page, for search engines. */
export function loader({ context }: Route.LoaderArgs) {
  const { siteUrl } = context.get(visitContext).services.config
  const urls = publicPages.map(({ path }) => `<url><loc>${siteUrl}${path}</loc></url>`)
  const xml = `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls.join('\n')}\n</urlset>\n`
  return new Response(xml, { headers: { 'Content-Type': 'application/xml; charset=utf-8', 'Cache-Control': 'public, max-age=86400' } })
}
