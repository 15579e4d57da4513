import { hostCookie, hostCookieIn } from '#app/platform/site-cookies.ts'
import { retention } from '#content/business.ts'

/** The draft's id that the visitor's browser sent, by the name that the cookie has on https or without. */
export function draftIdOf(request: Request): string | undefined {
  const cookies = request.headers.get('cookie')
  return hostCookieIn(cookies, 'draft', 'https:') ?? hostCookieIn(cookies, 'draft', 'http:')
}

/** The Set-Cookie header that keeps the draft's id for as long as the draft is kept; scripts cannot read it. */
export const draftCookie = (id: string, siteUrl: string): string =>
  hostCookie('draft', id, { siteUrl, maxAge: retention.draftHours * 3600 })
