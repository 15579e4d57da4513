import { numberedCookie, numberedCookieIn } from '#app/platform/site-cookies.ts'
import { minutes } from '#app/values/clock.ts'
import { hashOf } from '#app/values/ids.ts'
import { providerFlowMinutes } from '#content/device-storage.ts'

/* A browser's cookie while someone is away at a provider: proves that the returning browser is the one that left. One cookie each time, so
   two tabs don't interfere. */

/** How long someone may be away at a provider. */
export const providerFlowMs = minutes(providerFlowMinutes)

const cookieFor = (state: string) => ({ name: 'provider-flow', number: hashOf(state).slice(0, 8) }) as const

/** The state that this browser keeps under the one that a provider has sent back. */
export const keptState = (cookies: string | null | undefined, state: string, siteUrl: string): string | undefined =>
  numberedCookieIn(cookies, cookieFor(state), siteUrl)

/** The Set-Cookie header that keeps a state. */
export const stateCookie = (state: string, siteUrl: string): string => cookieOf(state, state, siteUrl, providerFlowMs / 1000)

/** The Set-Cookie header that deletes it. */
export const endedStateCookie = (state: string, siteUrl: string): string => cookieOf(state, '', siteUrl, 0)

const cookieOf = (state: string, value: string, siteUrl: string, maxAge: number) =>
  numberedCookie(cookieFor(state), value, { siteUrl, maxAge })
