import type { Transaction } from 'kysely'
import type { Services } from '#app/platform/services.ts'
import { later, minutes } from '#app/values/clock.ts'
import { hashOf, newToken } from '#app/values/ids.ts'
import type { Tables } from '#db/tables.ts'

/* Authorisation codes (PKCE, RFC 7636): carried by a browser back to the client that began, and useless without its verifier. */

const authCodeMs = minutes(5)

/** Tokens of a provider, handed to the client once and not kept. */
export interface ProviderTokens {
  provider_token?: string
  provider_refresh_token?: string
}

interface NewCode {
  userId: string
  /** How they authenticated: a `Method` of sessions. */
  method: string
  codeChallenge: string
  providerTokens?: ProviderTokens
  /**
   * Changes that take effect only when the client that began exchanges its code: following a link that a stranger asked for must not set a
   * password or link an identity for that stranger.
   */
  pending?: object
}

/** A code for the holder of the challenge's verifier, valid for five minutes and once. */
export async function createAuthCode(
  services: Services,
  tx: Transaction<Tables>,
  { userId, method, codeChallenge, providerTokens, pending }: NewCode,
): Promise<string> {
  const code = newToken()
  await tx
    .insertInto('authCodes')
    .values({
      codeHash: hashOf(code),
      userId,
      method,
      codeChallenge,
      sealedProviderTokens: providerTokens ? services.secrets.seal('provider-flow', JSON.stringify(providerTokens)) : null,
      sealedPending: pending ? services.secrets.seal('code-exchange', JSON.stringify(pending)) : null,
      expiresAt: later(services.clock.now(), authCodeMs),
    })
    .execute()
  return code
}
