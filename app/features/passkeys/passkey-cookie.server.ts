import { hashOf, newToken } from '#app/platform/ids.ts'
import type { Visit } from '#app/platform/services.ts'
import { hostCookie, hostCookieIn } from '#app/platform/site-cookies.ts'
import { browserHolder } from './passkey-challenges.server.ts'
import { passkeyChallengeMs } from './passkey-limits.ts'

/*
 * What a browser keeps while it is asked for a passkey: whoever answers is the one who was asked. Otherwise another site could have
 * someone's browser send an answer that signs them in to an account that is not theirs.
 */

/** The holder of the challenges of this browser; no one where it keeps nothing. */
export function passkeyHolder({ cookies, services }: Visit): string | undefined {
  const kept = hostCookieIn(cookies, 'passkey', services.config.siteUrl)
  return kept && browserHolder(hashOf(kept))
}

/** The same with the Set-Cookie header that keeps it as long as the challenge; what another tab keeps goes on. */
export function keepPasskeyHolder({ cookies, services }: Visit): { holder: string; cookie: string } {
  const { siteUrl } = services.config
  const kept = hostCookieIn(cookies, 'passkey', siteUrl) || newToken()
  return { holder: browserHolder(hashOf(kept)), cookie: hostCookie('passkey', kept, { siteUrl, maxAge: passkeyChallengeMs / 1000 }) }
}
