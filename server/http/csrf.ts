import type { Context } from 'hono'
import { sameSecret } from '#app/platform/secrets.ts'
import type { Services } from '#app/platform/services.ts'
import { hostCookie, hostCookieIn } from '#app/platform/site-cookies.ts'
import { newToken } from '#app/values/ids.ts'
import { isSameOrigin } from './origin.ts'

const cookieOf = (c: Context, siteUrl: string) => hostCookieIn(c.req.header('Cookie'), 'csrf', siteUrl)

/** Returns a security token for this browser: the HMAC of a random cookie, set if missing. */
export function issueCsrfToken(c: Context, services: Services): string {
  const { siteUrl } = services.config
  const known = cookieOf(c, siteUrl)
  const cookie = known && /^[\w-]{43}$/.test(known) ? known : newToken()
  if (cookie !== known) c.header('Set-Cookie', hostCookie('csrf', cookie, { siteUrl }), { append: true })
  return services.secrets.sign('csrf', cookie)
}

/** Checks that a token belongs to this browser's cookie; without a token, checks the request's origin headers. */
export function judgeCsrf(c: Context, services: Services, token: unknown): 'ok' | 'mismatch' {
  if (token === undefined || token === null || token === '') return isSameOrigin(c.req.raw, services.config.siteUrl) ? 'ok' : 'mismatch'
  const cookie = cookieOf(c, services.config.siteUrl)
  return typeof token === 'string' && cookie && sameSecret(services.secrets.sign('csrf', cookie), token) ? 'ok' : 'mismatch'
}
