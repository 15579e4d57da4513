import { postPath } from '#app/features/site/post-list.ts'
import { readPosts } from '#app/features/site/read-posts.server.ts'
import { visitContext } from '#app/platform/services.ts'
import { xmlText } from '#app/platform/xml.ts'
import { business } from '#content/business.ts'
import type { Route } from './+types/blog-rss'

const mostItems = 50

/** The newest posts, for feed readers (RSS 2.0). */
export async function loader({ context }: Route.LoaderArgs) {
  const { services } = context.get(visitContext)
  const { siteUrl } = services.config
  const { result, failed } = await readPosts(services, mostItems)
  const items = result.map(({ slug, title, category, excerpt, date }) => {
    const link = xmlText(siteUrl + postPath(slug))
    return `<item><title>${xmlText(title)}</title><link>${link}</link><guid>${link}</guid><pubDate>${new Date(date).toUTCString()}</pubDate><category>${xmlText(category)}</category><description>${xmlText(excerpt)}</description></item>`
  })
  const xml = `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom"><channel>
<title>${xmlText(business.name)}: helpful tips</title>
<link>${siteUrl}/blog</link>
<atom:link href="${siteUrl}/blog/rss.xml" rel="self" type="application/rss+xml"/>
<description>What to do before the plumber arrives, and what it costs.</description>
<language>en-gb</language>
${items.join('\n')}
</channel></rss>
`
  const cacheControl = failed ? 'no-store' : 'public, max-age=300'
  return new Response(xml, { headers: { 'Content-Type': 'application/rss+xml; charset=utf-8', 'Cache-Control': cacheControl } })
}
