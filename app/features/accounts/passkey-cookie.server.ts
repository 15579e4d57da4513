import type { Visit } from '#app/platform/services.ts'
import { hostCookie, hostCookieIn } from '#app/platform/site-cookies.ts'
import { hashOf, newToken } from '#app/values/ids.ts'
import { passkeyChallengeMs } from './passkey-limits.ts'
import { browserHolder } from './passkeys/passkey-challenges.server.ts'

/* A browser's cookie during a passkey challenge: only the browser that was asked can answer. Otherwise another site could make someone's
   browser send an answer that signs them in to someone else's account. */

/** The holder of this browser's challenges; no one without the cookie. */
export function passkeyHolder({ cookies, services }: Visit): string | undefined {
  const kept = hostCookieIn(cookies, 'passkey', services.config.siteUrl)
  return kept && browserHolder(hashOf(kept))
}

/** The same with the Set-Cookie header, which lasts as long as the challenge; an existing cookie of another tab is kept. */
export function keepPasskeyHolder({ cookies, services }: Visit): { holder: string; cookie: string } {
  const { siteUrl } = services.config
  const kept = hostCookieIn(cookies, 'passkey', siteUrl) || newToken()
  return { holder: browserHolder(hashOf(kept)), cookie: hostCookie('passkey', kept, { siteUrl, maxAge: passkeyChallengeMs / 1000 }) }
}
