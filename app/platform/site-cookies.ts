import { parse, serialize } from 'hono/utils/cookie'
import type { DevCookie, HostCookie, NumberedCookie } from '#content/device-storage.ts'

/*
 * The cookies of the site, all of them: scripts cannot read them, other sites cannot have them sent with a form, and on https they are
 * sent over encrypted connections only and go by a prefix that has browsers hold them to that.
 */

interface CookieOptions {
  siteUrl: string
  /** In seconds; without it the cookie goes when the browser is closed. */
  maxAge?: number
}

const isSecure = (siteUrl: string) => siteUrl.startsWith('https:')
const common = (siteUrl: string) => ({ httpOnly: true, sameSite: 'Lax', secure: isSecure(siteUrl) }) as const

type WholeSite = HostCookie | DevCookie

const hostName = (name: WholeSite, siteUrl: string) => (isSecure(siteUrl) ? `__Host-${name}` : name)

/** The Set-Cookie header of a cookie of the whole site. */
export const hostCookie = (name: WholeSite, value: string, { siteUrl, maxAge }: CookieOptions): string =>
  serialize(hostName(name, siteUrl), value, { path: '/', ...common(siteUrl), maxAge })

/** What a Cookie header has under a name. */
export const hostCookieIn = (cookies: string | null | undefined, name: WholeSite, siteUrl: string): string | undefined =>
  parse(cookies ?? '')[hostName(name, siteUrl)]

interface Numbered {
  name: NumberedCookie
  number: string
}

const numberedName = ({ name, number }: Numbered, siteUrl: string) => `${isSecure(siteUrl) ? '__Secure-' : ''}${name}-${number}`

/** The Set-Cookie header of a cookie of one path, of which there may be several. */
export const numberedCookie = (cookie: Numbered, value: string, { siteUrl, maxAge, path }: CookieOptions & { path: string }): string =>
  serialize(numberedName(cookie, siteUrl), value, { path, ...common(siteUrl), maxAge })

export const numberedCookieIn = (cookies: string | null | undefined, cookie: Numbered, siteUrl: string): string | undefined =>
  parse(cookies ?? '')[numberedName(cookie, siteUrl)]
