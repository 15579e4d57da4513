import { buildAuthorizationUrl, calculatePKCECodeChallenge, randomNonce, randomPKCECodeVerifier } from 'openid-client'
import { limits } from '#app/platform/limits.ts'
import type { Services } from '#app/platform/services.ts'
import { later } from '#app/values/clock.ts'
import { hashOf, newToken } from '#app/values/ids.ts'
import { requireRecentProof, requireSecondFactor, type SignedIn } from './authenticate.server.ts'
import { challengeOf } from './client-apps/pkce.ts'
import { providerFlowMs } from './provider-cookie.server.ts'
import { type Provider, providerOf } from './provider-sign-in/providers.server.ts'
import { errorRedirect, redirectTarget } from './redirects.ts'
import { AuthRefusal, manualLinkingDisabled, validationFailed } from './refusals.ts'
import { siteEntryOf } from './site-entry.ts'
import { type Caller, takeTurns } from './take-turns.server.ts'

/** The encrypted state of someone who is signing in at a provider. */
export interface ProviderState {
  verifier: string
  nonce: string
  /** The session that asked to link: it must still be there when they come back. */
  linkingSessionId?: string
}

/* The prefix of states that the site itself requested, to sign in and to link. It shows where to report errors even if nothing else is
   known. */
export const entryMark = 'site.'
export const linkMark = 'link.'

/** The callback address to register at a provider. */
export const callbackUrlOf = ({ config }: Pick<Services, 'config'>): URL => new URL('/auth/v1/callback', config.siteUrl)

type Asked = Readonly<Record<string, string>>

/**
 * Returns the provider's sign-in address, and the state that the browser must bring back, both from the provider and in its own cookie. If
 * the provider is down, returns the error immediately. Throws `validation_failed`, `over_request_rate_limit`; for the site, which has its
 * own texts, `provider_unavailable` too.
 */
export async function beginProvider(services: Services, caller: Caller, asked: Asked): Promise<{ location: string; state?: string }> {
  const { provider, codeChallenge } = readAsked(services, asked)
  await takeTurns(services, [limits.authToken, caller.clientKey])
  try {
    return await leave(services, provider, asked, { codeChallenge })
  } catch (error) {
    if (!(error instanceof AuthRefusal)) throw error
    const target = redirectTarget(asked.redirect_to, services.config.auth.redirectOrigins)
    if (siteEntryOf(services, target) !== undefined) throw error
    return { location: errorRedirect(target, error, { withQuery: codeChallenge !== undefined }) }
  }
}

/**
 * The same for a signed-in user who wants to link an account there. A user with a second factor must have used it. Throws
 * `manual_linking_disabled`, `insufficient_aal`, `reauthentication_needed`, `validation_failed`, `provider_unavailable`,
 * `over_request_rate_limit`.
 */
export async function beginLinking(
  services: Services,
  caller: Caller,
  signedIn: SignedIn,
  asked: Asked,
): Promise<{ location: string; state: string }> {
  if (!services.config.auth.manualLinking) throw manualLinkingDisabled()
  requireSecondFactor(signedIn, 403, 'AAL2 session is required to link an identity')
  requireRecentProof(services, signedIn, 'Linking an identity')
  const { provider, codeChallenge } = readAsked(services, asked)
  await takeTurns(services, [limits.authToken, caller.clientKey])
  // Someone tricked into following another's link sees that there is a choice.
  return leave(services, provider, { ...asked, prompt: 'select_account', login_hint: '' }, { codeChallenge, linking: signedIn })
}

function readAsked(services: Services, asked: Asked) {
  const provider = providerOf(services, asked.provider)
  if (!/^[\x21\x23-\x5B\x5D-\x7E ]{0,500}$/.test(asked.scopes ?? '')) throw validationFailed('scopes is not valid')
  return { provider, codeChallenge: challengeOf(asked) }
}

async function leave(
  services: Services,
  provider: Provider,
  asked: Asked,
  { codeChallenge, linking }: { codeChallenge: string | undefined; linking?: SignedIn },
): Promise<{ location: string; state: string }> {
  const configuration = await provider.configuration()
  const redirectTo = redirectTarget(asked.redirect_to, services.config.auth.redirectOrigins)
  const state = siteEntryOf(services, redirectTo) === undefined ? newToken() : `${linking ? linkMark : entryMark}${newToken()}`
  const secrets: ProviderState = { verifier: randomPKCECodeVerifier(), nonce: randomNonce(), linkingSessionId: linking?.session.id }
  await services.db
    .insertInto('authFlows')
    .values({
      id: hashOf(state),
      provider: provider.name,
      redirectTo,
      codeChallenge: codeChallenge ?? null,
      sealedProviderState: services.secrets.seal('provider-flow', JSON.stringify(secrets)),
      linkingUserId: linking?.account.user.id ?? null,
      expiresAt: later(services.clock.now(), providerFlowMs),
    })
    .execute()
  const url = buildAuthorizationUrl(configuration, {
    ...passedOn(asked),
    scope: [...new Set(`${provider.scope} ${asked.scopes ?? ''}`.split(' '))].filter(Boolean).join(' '),
    redirect_uri: callbackUrlOf(services).href,
    state,
    code_challenge: await calculatePKCECodeChallenge(secrets.verifier),
    code_challenge_method: 'S256',
    ...(provider.hasIdToken && { nonce: secrets.nonce }),
  })
  return { location: url.href, state }
}

/** Our own parameters, which decide who gets the answer, where and how: no link may override them. */
const notPassedOn = new Set([
  ...['provider', 'redirect_to', 'scopes', 'skip_http_redirect', 'apikey', 'invite_token'],
  ...['client_id', 'client_secret', 'client_assertion', 'client_assertion_type', 'redirect_uri', 'response_type', 'response_mode'],
  ...['state', 'nonce', 'scope', 'code', 'code_challenge', 'code_challenge_method', 'code_verifier', 'grant_type', 'iss'],
  ...['request', 'request_uri', 'registration', 'claims', 'resource', 'audience', 'id_token_hint', 'dpop_jkt'],
])

const passedOn = (asked: Asked) =>
  Object.fromEntries(Object.entries(asked).filter(([name, value]) => value && !notPassedOn.has(name.toLowerCase())))
