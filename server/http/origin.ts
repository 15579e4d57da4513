import type { MiddlewareHandler } from 'hono'
import { CodedRefusal } from '#app/platform/errors.ts'

/**
 * Returns true if an unsafe request was sent by a page of this site, by `Sec-Fetch-Site`, else `Origin`. A request with neither doesn't
 * come from a browser of this decade, so it can't carry anyone's cookies against their will.
 */
export function isSameOrigin(request: Request, siteUrl: string): boolean {
  const site = request.headers.get('sec-fetch-site')
  if (site) return site === 'same-origin' || site === 'none'
  const origin = request.headers.get('origin')
  if (origin === null) return true
  return origin === siteUrl || origin === new URL(request.url).origin
}

/** Returns true if a page of this site sent a request. For requests that only pages send: without origin headers it returns false. */
export function isFromOwnPage(request: Request, siteUrl: string): boolean {
  const site = request.headers.get('sec-fetch-site')
  const isSaid = site === null ? request.headers.has('origin') : site === 'same-origin'
  return isSaid && isSameOrigin(request, siteUrl)
}

/** A page of another site sent an unsafe request, in someone's name perhaps. */
export const foreignOrigin = () =>
  new CodedRefusal(
    403,
    'foreign_origin',
    'That request came from another website, so nothing was changed. Please go back, reload the page, and send it from there.',
  )

/** Returns true if a request changes nothing or comes from a page of this site. */
export const isOwnOrSafe = (request: Request, siteUrl: string): boolean =>
  request.method === 'GET' || request.method === 'HEAD' || isSameOrigin(request, siteUrl)

/** The form and the page of a booking refuse foreign requests themselves, with the specification's text and the typed values. */
const refusesItself = /^\/(book|track\/[\w-]+)$/

/**
 * Refuses unsafe requests from other sites' pages. It runs before all pages, so that none can forget it; APIs that read a bearer or a token
 * check for themselves. Throws a 403.
 */
export const ownForms =
  (siteUrl: string): MiddlewareHandler =>
  async (c, next) => {
    const isLeftToPage = c.req.method === 'POST' && refusesItself.test(c.req.path)
    if (!isLeftToPage && !isOwnOrSafe(c.req.raw, siteUrl)) throw foreignOrigin()
    await next()
  }
