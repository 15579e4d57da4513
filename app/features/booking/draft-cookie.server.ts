import { parse, serialize } from 'hono/utils/cookie'
import { retention } from '#content/business.ts'

const name = (https: boolean) => (https ? '__Host-draft' : 'draft')

/** The draft's id that the visitor's browser sent. */
export function draftIdOf(request: Request): string | undefined {
  const cookies = parse(request.headers.get('cookie') ?? '')
  return cookies[name(true)] ?? cookies[name(false)]
}

/** The Set-Cookie header that keeps the draft's id for as long as the draft is kept; scripts cannot read it. */
export function draftCookie(id: string, siteUrl: string): string {
  const secure = siteUrl.startsWith('https:')
  return serialize(name(secure), id, { path: '/', httpOnly: true, sameSite: 'Lax', secure, maxAge: retention.draftHours * 3600 })
}
