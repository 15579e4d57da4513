import type { MiddlewareHandler } from 'hono'
import { isPublicPath } from '#app/features/site/site-map.ts'
import { canonicalPath } from './canonical-path.ts'

/** The page whose data is at a path, as React Router understands it; undefined for other paths. */
function pageOfData(path: string): string | undefined {
  if (!path.endsWith('.data')) return undefined
  return canonicalPath(path.replace(/\/_(root)?\.data$|\.data$/, '') || '/')
}

/**
 * Public pages are documents, which fetch no data: the router's answer would be rendered for each request and never cached, so it would
 * only let someone cause load.
 */
export const noDataOfPublicPages: MiddlewareHandler = async (c, next) => {
  const page = pageOfData(c.req.path)
  if (page === undefined || !isPublicPath(page)) return next()
  return c.json({ error: { code: 'not_found', message: `Request the page itself: ${page}` } }, 404, { 'Cache-Control': 'no-store' })
}
