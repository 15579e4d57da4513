import type { Services } from '#app/platform/services.ts'
import { accessTokenSeconds } from '#app/platform/signing-keys.ts'
import { type Account, appMetadataOf } from './account-rows.ts'
import { readAccount } from './read-accounts.server.ts'
import { userNotFound } from './refusals.ts'
import { type OpenSession, proofsOf, type SessionRow } from './sessions.server.ts'

/** The issuer and audience of tokens. */
export const issuerOf = ({ config }: Pick<Services, 'config'>): string => `${config.siteUrl}/auth/v1`
export const audience = 'authenticated'

/** A session's tokens as OAuth 2.0 hands them out (RFC 6749, section 5.1): the access token, freshly signed, and the refresh token. */
export async function tokensOf(services: Services, { session, refreshToken }: OpenSession, account?: Account) {
  const owner = account ?? (await readAccount(services.db, session.userId))
  if (!owner) throw userNotFound()
  const issuedAt = Math.floor(services.clock.now().getTime() / 1000)
  return {
    access_token: await services.signingKeys.sign(claimsOf(services, session, owner, issuedAt)),
    token_type: 'bearer',
    expires_in: accessTokenSeconds,
    expires_at: issuedAt + accessTokenSeconds,
    refresh_token: refreshToken,
  }
}

/** An access token's claims (docs/api.md). */
function claimsOf(services: Services, session: SessionRow, account: Account, issuedAt: number) {
  const { user } = account
  return {
    iss: issuerOf(services),
    sub: user.id,
    aud: audience,
    exp: issuedAt + accessTokenSeconds,
    iat: issuedAt,
    email: user.email ?? '',
    phone: user.phone,
    role: audience,
    aal: session.aal,
    amr: proofsOf(session).map(({ method, at }) => ({ method, timestamp: Math.floor(Date.parse(at) / 1000) })),
    session_id: session.id,
    app_metadata: appMetadataOf(account),
    user_metadata: JSON.parse(user.userMetadata) as Record<string, unknown>,
    is_anonymous: user.isAnonymous === 1,
  }
}
