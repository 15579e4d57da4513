import { hostCookie, hostCookieIn } from '#app/platform/site-cookies.ts'
import { retention } from '#content/business.ts'

/** The draft's id that the visitor's browser sent; undefined where there is none. */
export const draftIdOf = (request: Request, siteUrl: string): string | undefined =>
  hostCookieIn(request.headers.get('cookie'), 'draft', siteUrl)

/** The Set-Cookie header that keeps the draft's id for as long as the draft is kept; scripts cannot read it. */
export const draftCookie = (id: string, siteUrl: string): string =>
  hostCookie('draft', id, { siteUrl, maxAge: retention.draftHours * 3600 })
