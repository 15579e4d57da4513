import { postPath } from '#app/features/site/post-list.ts'
import { readPosts } from '#app/features/site/read-posts.server.ts'
import { publicPages } from '#app/features/site/site-map.ts'
import { visitContext } from '#app/platform/services.ts'
import { xmlText } from '#app/platform/xml.ts'
import type { Route } from './+types/sitemap'

/** Every public page, for search engines: those of the site, and the posts. */
export async function loader({ context }: Route.LoaderArgs) {
  const { services } = context.get(visitContext)
  const { siteUrl } = services.config
  const { result } = await readPosts(services)
  const urls = [
    ...publicPages.map(({ path }) => `<url><loc>${siteUrl}${path}</loc></url>`),
    ...result.map(({ slug, updatedAt }) => `<url><loc>${xmlText(siteUrl + postPath(slug))}</loc><lastmod>${updatedAt}</lastmod></url>`),
  ]
  const xml = `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls.join('\n')}\n</urlset>\n`
  return new Response(xml, { headers: { 'Content-Type': 'application/xml; charset=utf-8', 'Cache-Control': 'public, max-age=3600' } })
}
