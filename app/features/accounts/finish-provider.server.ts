import type { Selectable } from 'kysely'
import { authorizationCodeGrant } from 'openid-client'
import { toInstant } from '#app/platform/clock.ts'
import { hashOf } from '#app/platform/ids.ts'
import { sameSecret } from '#app/platform/secrets.ts'
import type { Services } from '#app/platform/services.ts'
import type { AuthFlowsTable } from '#db/tables.ts'
import { createAuthCode, type ProviderTokens } from './auth-codes.server.ts'
import { callbackUrlOf, type ProviderState } from './begin-provider.server.ts'
import { type Caller, takeTurns } from './limits.server.ts'
import { linkIdentity } from './link-identity.server.ts'
import { AnotherWasFirst, userOfPerson } from './provider-user.server.ts'
import { failedExchange, type ProviderAnswer, type ProviderPerson, providerOf } from './providers.server.ts'
import { codeRedirect, errorRedirect, oauthErrorOf, type RedirectedError, sessionRedirect } from './redirects.ts'
import { AuthRefusal } from './refusals.ts'
import { limits, redirectTarget } from './rules.ts'
import { createSession, sessionAnswer } from './sessions.server.ts'

type Flow = Selectable<AuthFlowsTable>

/**
 * Ends what `beginProvider` or `beginLinking` has begun, and answers where the browser is to go: to the client, with a session, with an
 * authorisation code where the client began with PKCE, or with what went wrong. Whatever comes of it, a state is good for one try.
 * `returned`: the query that came from the provider; `kept`: the state that the browser's own cookie holds.
 */
export async function finishProvider(
  services: Services,
  caller: Caller,
  { returned, kept }: { returned: URLSearchParams; kept: string | undefined },
): Promise<string> {
  let flow: Flow | undefined
  try {
    await takeTurns(services, [limits.token, caller.clientKey])
    flow = await claimFlow(services, returned.get('state') ?? '', kept)
    return await comeBack(services, caller, flow, returned)
  } catch (error) {
    if (!(error instanceof AuthRefusal)) throw error
    const target = flow?.redirectTo ?? redirectTarget(undefined, services.config.auth.redirectOrigins)
    return errorRedirect(target, failureOf(error), { withQuery: typeof flow?.codeChallenge === 'string' })
  }
}

/**
 * Takes what is kept of somebody who comes back, once. A sign-in comes back to the browser that left: else a stranger's link could sign
 * one in as the stranger. Linking is asked for by scripts, whose answers set no cookie on another site's page; there the session that
 * asked is what counts.
 */
async function claimFlow({ db, clock }: Services, state: string, kept: string | undefined): Promise<Flow> {
  let claim = db.deleteFrom('authFlows').where('id', '=', hashOf(state))
  if (kept === undefined || !sameSecret(kept, state)) claim = claim.where('linkingUserId', 'is not', null)
  const flow = await claim.returningAll().executeTakeFirst()
  if (!flow || flow.expiresAt <= toInstant(clock.now()))
    throw new AuthRefusal(400, 'bad_oauth_state', 'OAuth state not found or expired. Please sign in again.')
  return flow
}

async function comeBack(services: Services, caller: Caller, flow: Flow, returned: URLSearchParams): Promise<string> {
  const secrets = JSON.parse(services.secrets.open('provider-flow', flow.sealedProviderState)) as ProviderState
  if (returned.has('error')) throw refusedThere(returned.get('error'))
  const { person, answer } = await exchange(services, flow, secrets, returned)
  const tokens: ProviderTokens = {
    provider_token: answer.access_token,
    ...(answer.refresh_token && { provider_refresh_token: answer.refresh_token }),
  }
  const done = await orOnceMore(() => enter(services, caller, { flow, secrets, person, tokens }))
  services.jobsAdded()
  return done.opened
    ? sessionRedirect(flow.redirectTo, await sessionAnswer(services, done.opened), tokens)
    : codeRedirect(flow.redirectTo, done.code)
}

/** What the provider's code is worth: who it is, verified, and the provider's tokens. Throws `bad_oauth_callback`, `provider_unavailable`. */
async function exchange(services: Services, flow: Flow, { verifier, nonce }: ProviderState, returned: URLSearchParams) {
  const provider = providerOf(services, flow.provider)
  const configuration = await provider.configuration()
  const url = callbackUrlOf(services)
  url.search = returned.toString()
  try {
    const answer: ProviderAnswer = await authorizationCodeGrant(configuration, url, {
      pkceCodeVerifier: verifier,
      expectedState: returned.get('state') ?? '',
      ...(provider.hasIdToken && { expectedNonce: nonce, idTokenExpected: true }),
    })
    return { answer, person: await provider.person(configuration, answer) }
  } catch (error) {
    throw failedExchange(services, flow.provider, error)
  }
}

interface Entering {
  flow: Flow
  secrets: ProviderState
  person: ProviderPerson
  tokens: ProviderTokens
}

function enter(services: Services, caller: Caller, { flow, secrets, person, tokens }: Entering) {
  return services.db.transaction().execute(async (tx) => {
    const userId = flow.linkingUserId ?? (await userOfPerson(services, tx, person)).id
    if (flow.linkingUserId) await linkIdentity(services, tx, person, { userId, sessionId: secrets.linkingSessionId ?? '' })
    const { codeChallenge } = flow
    return codeChallenge
      ? { code: await createAuthCode(services, tx, { userId, method: 'oauth', codeChallenge, providerTokens: tokens }) }
      : { opened: await createSession(services, tx, { userId, method: 'oauth', userAgent: caller.userAgent }) }
  })
}

/** Two first sign-ins of one person at once: the second finds what the first has made. */
async function orOnceMore<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof AnotherWasFirst) return work()
    throw error
  }
}

/** The provider's words are not repeated: whoever makes a link could write anything there. */
const refusedThere = (error: string | null): AuthRefusal =>
  error === 'access_denied'
    ? new AuthRefusal(403, 'bad_oauth_callback', 'The sign-in was cancelled at the provider')
    : new AuthRefusal(400, 'bad_oauth_callback', 'The provider has refused the sign-in')

const failureOf = ({ status, code, message }: AuthRefusal): RedirectedError => ({
  error: oauthErrorOf(status),
  error_code: code,
  error_description: message,
})
