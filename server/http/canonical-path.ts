import type { MiddlewareHandler } from 'hono'
import { secretPlaces } from '#app/platform/private-path.ts'

/** Paths whose last parts are secrets or names as written. */
const asWritten = new RegExp(
  `^\\/(${[...secretPlaces, 'pay', 'dev|assets|islands|share|icons|maps|drawings|api|functions'].join('|')})\\/`,
  'i',
)

/**
 * The one spelling of a page's address: lower case, no slash at its end, none doubled; a secret in it stays as it is. So do its escapes,
 * `%2f` or `%2F`: clients write either, and would be redirected back and forth.
 */
export function canonicalPath(path: string): string {
  const single = path.replace(/\/{2,}/g, '/')
  const folder = asWritten.exec(single)?.[0]
  if (folder) return folder.toLowerCase() + single.slice(folder.length)
  return lowerCased(single.replace(/(.)\/$/, '$1'))
}

const lowerCased = (path: string) => path.replace(/%[\da-f]{2}|[^%]+/gi, (part) => (part.startsWith('%') ? part : part.toLowerCase()))

/** Permanently redirects other spellings of a page's address to the canonical one. */
export const canonicalRedirect: MiddlewareHandler = async (c, next) => {
  const path = canonicalPath(c.req.path)
  if (path === c.req.path || (c.req.method !== 'GET' && c.req.method !== 'HEAD')) return next()
  const { search } = new URL(c.req.url)
  // Hono's path is decoded: unescaped, '/\evil.example' would redirect to another site.
  return new Response(null, { status: 301, headers: { Location: `${encodeURI(path).replaceAll('%25', '%')}${search}` } })
}
