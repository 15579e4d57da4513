import { sameSecret } from './secrets.ts'
import type { Services } from './services.ts'
import { hostCookie, hostCookieIn } from './site-cookies.ts'

/* Access to the developer tools at /dev, which include the mailbox with everyone's private links: only a browser that opened the link
   printed at start. A request from this machine isn't enough: behind a proxy without headers, every request is one. */

type Signing = Pick<Services, 'secrets' | 'config'>

/** Made by the secret key: the same from one start to the next, and on every instance. */
const tokenOf = ({ secrets }: Signing) => secrets.sign('dev-tools', 'open')

/** Returns the address that opens the developer tools in a browser on this machine; undefined if they are off. */
export function devLink(services: Signing): string | undefined {
  const { devTools, siteIsLoopback, siteUrl, port } = services.config
  return devTools ? `${siteIsLoopback ? siteUrl : `http://localhost:${port}`}/dev?token=${tokenOf(services)}` : undefined
}

/** Returns the Set-Cookie header for a browser that opened the link with this token; undefined if the token is wrong. */
export const devCookie = (services: Signing, token: string): string | undefined =>
  sameSecret(token, tokenOf(services)) ? hostCookie('dev', token, { siteUrl: services.config.siteUrl }) : undefined

/** Returns true if a Cookie header has the cookie that this link sets. */
export const hasDevCookie = (services: Signing, cookies: string | null): boolean =>
  sameSecret(hostCookieIn(cookies, 'dev', services.config.siteUrl) ?? '', tokenOf(services))
