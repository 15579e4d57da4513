import { hostCookie, hostCookieIn } from '#app/platform/site-cookies.ts'
import { retention } from '#content/retention.ts'

/** The draft's id in the visitor's cookie; undefined if there is none. */
export const draftIdOf = (request: Request, siteUrl: string): string | undefined =>
  hostCookieIn(request.headers.get('cookie'), 'draft', siteUrl)

/** The Set-Cookie header for the draft's id, which lasts as long as the draft; scripts can't read it. */
export const draftCookie = (id: string, siteUrl: string): string =>
  hostCookie('draft', id, { siteUrl, maxAge: retention.draftHours * 3600 })
