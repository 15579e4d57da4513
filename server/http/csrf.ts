import type { Context } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import { newToken } from '#app/platform/ids.ts'
import { sameSecret } from '#app/platform/secrets.ts'
import type { Services } from '#app/platform/services.ts'
import { isSameOrigin } from './origin.ts'

const cookieName = (siteUrl: string) => (siteUrl.startsWith('https:') ? '__Host-csrf' : 'csrf')

/** A security token for this browser: the HMAC of a random cookie, which is set when there is none (DESIGN 5). */
export function issueCsrfToken(c: Context, services: Services): string {
  const { siteUrl } = services.config
  const known = getCookie(c, cookieName(siteUrl))
  const cookie = known && /^[\w-]{43}$/.test(known) ? known : newToken()
  if (cookie !== known)
    setCookie(c, cookieName(siteUrl), cookie, { path: '/', httpOnly: true, sameSite: 'Lax', secure: siteUrl.startsWith('https:') })
  return services.secrets.sign('csrf', cookie)
}

/** A token sent must belong to this browser's cookie; without one, what the browser says of the request's origin counts. */
export function judgeCsrf(c: Context, services: Services, token: unknown): 'ok' | 'mismatch' {
  if (token === undefined || token === null || token === '') return isSameOrigin(c.req.raw, services.config.siteUrl) ? 'ok' : 'mismatch'
  const cookie = getCookie(c, cookieName(services.config.siteUrl))
  return typeof token === 'string' && cookie && sameSecret(services.secrets.sign('csrf', cookie), token) ? 'ok' : 'mismatch'
}
