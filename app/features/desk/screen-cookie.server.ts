import type { Services } from '#app/platform/services.ts'
import { pathCookie, pathCookieIn } from '#app/platform/site-cookies.ts'
import { days } from '#app/values/clock.ts'
import { hashOf } from '#app/values/ids.ts'
import { wallScreenDays } from '#content/device-storage.ts'

/* The identity of a wall screen: a cookie with its token, sent only to the wall's own pages. It is no session. Only the wall's page and
   stream read it, and neither accepts input. */

const wallPath = '/staff/wall'

/** The Set-Cookie header that makes a browser the wall screen of a token, or keeps it so. */
export const screenCookie = ({ config: { siteUrl } }: Pick<Services, 'config'>, token: string): string =>
  pathCookie('wall', token, { path: wallPath, siteUrl, maxAge: days(wallScreenDays) / 1000 })

/** The wall screen of a token; undefined if there is none, or it has been removed. */
export const screenOf = ({ db }: Pick<Services, 'db'>, token: string): Promise<{ id: string } | undefined> =>
  db.selectFrom('wallScreens').select('id').where('tokenHash', '=', hashOf(token)).executeTakeFirst()

/** Returns the wall screen of a request's cookie, with its token; undefined if there is none. */
export async function readScreen(services: Pick<Services, 'db' | 'config'>, cookies: string | null | undefined) {
  const token = pathCookieIn(cookies, 'wall', services.config.siteUrl)
  const screen = token ? await screenOf(services, token) : undefined
  return token && screen ? { ...screen, token } : undefined
}
