import { parse, serialize } from 'hono/utils/cookie'
import type { DevCookie, HostCookie, NumberedCookie, PathCookie } from '#content/device-storage.ts'

/*
 * All cookies of the site. Scripts can't read them, and other sites can't have them sent with a form. On https they are sent over encrypted
 * connections only, under a prefix that makes browsers enforce that and bind them to this host: no other site of the same domain can set
 * them.
 */

interface CookieOptions {
  siteUrl: string
  /** In seconds; without it the cookie is deleted when the browser is closed. */
  maxAge?: number
}

const isSecure = (siteUrl: string) => siteUrl.startsWith('https:')

type WholeSite = HostCookie | DevCookie

const hostName = (name: string, siteUrl: string) => (isSecure(siteUrl) ? `__Host-${name}` : name)

/** The Set-Cookie header of a cookie. */
export const hostCookie = (name: WholeSite, value: string, options: CookieOptions): string => cookieOf(name, value, options)

/** Returns a cookie's value from a Cookie header. */
export const hostCookieIn = (cookies: string | null | undefined, name: WholeSite, siteUrl: string): string | undefined =>
  parse(cookies ?? '')[hostName(name, siteUrl)]

interface Numbered {
  name: NumberedCookie
  number: string
}

/** The Set-Cookie header of a numbered cookie: there may be several. */
export const numberedCookie = ({ name, number }: Numbered, value: string, options: CookieOptions): string =>
  cookieOf(`${name}-${number}`, value, options)

export const numberedCookieIn = (cookies: string | null | undefined, { name, number }: Numbered, siteUrl: string): string | undefined =>
  parse(cookies ?? '')[hostName(`${name}-${number}`, siteUrl)]

const pathName = (name: PathCookie, siteUrl: string) => (isSecure(siteUrl) ? `__Secure-${name}` : name)

/** The Set-Cookie header of a cookie that browsers send only below `path`; the prefix that binds it to the host would need all paths. */
export const pathCookie = (name: PathCookie, value: string, { path, ...options }: CookieOptions & { path: string }): string =>
  serialize(pathName(name, options.siteUrl), value, attributesOf(options, path))

export const pathCookieIn = (cookies: string | null | undefined, name: PathCookie, siteUrl: string): string | undefined =>
  parse(cookies ?? '')[pathName(name, siteUrl)]

const cookieOf = (name: string, value: string, options: CookieOptions): string =>
  serialize(hostName(name, options.siteUrl), value, attributesOf(options, '/'))

const attributesOf = ({ siteUrl, maxAge }: CookieOptions, path: string) =>
  ({ path, httpOnly: true, sameSite: 'Lax', secure: isSecure(siteUrl), maxAge }) as const
