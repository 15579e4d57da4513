import type { MiddlewareHandler } from 'hono'
import { isPublicPath } from '#app/features/shell/site-map.ts'
import { canonicalPath } from './canonical-path.ts'

/** The page whose data a path is the address of, as React Router understands it; undefined for other paths. */
function pageOfData(path: string): string | undefined {
  if (!path.endsWith('.data')) return undefined
  return canonicalPath(path.replace(/\/_(root)?\.data$|\.data$/, '') || '/')
}

/**
 * Public pages are documents, which fetch no data of theirs: what the router would answer there is rendered for each request again and
 * kept by no one, so that it would only be work for whoever wants to make some.
 */
export const noDataOfPublicPages: MiddlewareHandler = async (c, next) => {
  const page = pageOfData(c.req.path)
  if (page === undefined || !isPublicPath(page)) return next()
  return c.json({ error: { code: 'not_found', message: `Ask for the page itself: ${page}` } }, 404, { 'Cache-Control': 'no-store' })
}
