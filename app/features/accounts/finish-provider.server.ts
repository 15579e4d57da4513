import type { Selectable } from 'kysely'
import { authorizationCodeGrant } from 'openid-client'
import { limits } from '#app/platform/limits.ts'
import { sameSecret } from '#app/platform/secrets.ts'
import type { Services } from '#app/platform/services.ts'
import { toInstant } from '#app/values/clock.ts'
import { hashOf } from '#app/values/ids.ts'
import type { SitePath } from '#app/values/site-path.ts'
import type { AuthFlowsTable } from '#db/tables/accounts.ts'
import { tokensOf } from './access-tokens.server.ts'
import { createAuthCode, type ProviderTokens } from './authorisation-codes.server.ts'
import { callbackUrlOf, entryMark, linkMark, type ProviderState } from './begin-provider.server.ts'
import { linkIdentity, requireLinkable } from './link-identity.server.ts'
import { providerProblemOf } from './provider-names.ts'
import { AnotherWasFirst, userOfPerson } from './provider-sign-in/provider-user.server.ts'
import { failedExchange, type ProviderAnswer, type ProviderPerson, providerOf } from './provider-sign-in/providers.server.ts'
import { codeRedirect, errorRedirect, redirectTarget, sessionRedirect } from './redirects.ts'
import { AuthRefusal } from './refusals.ts'
import { createSession, type OpenSession } from './sessions.server.ts'
import { siteEntryOf } from './site-entry.ts'
import { siteCookie } from './site-session.server.ts'
import { type Caller, takeTurns } from './take-turns.server.ts'

type Flow = Selectable<AuthFlowsTable>

/** The page for linked services. */
const linkPage = '/account/sign-in-with' satisfies SitePath

interface CameBack {
  location: string
  /** Set-Cookie: signed in to the site. */
  cookie?: string
}

/**
 * Finishes what `beginProvider` or `beginLinking` began, and returns the browser's next address: the client's, with a session, with an
 * authorisation code if the client uses PKCE, or with an error. If the site itself began it: signing in sets a cookie and continues by the
 * sign-in page or to the second step; linking returns to its page and leaves the session unchanged. A state works once, whatever the
 * result. `returned`: the query from the provider; `kept`: the state in the browser's own cookie.
 */
export async function finishProvider(
  services: Services,
  caller: Caller,
  { returned, kept }: { returned: URLSearchParams; kept: string | undefined },
): Promise<CameBack> {
  const state = returned.get('state') ?? ''
  let flow: Flow | undefined
  try {
    await takeTurns(services, [limits.authToken, caller.clientKey])
    flow = await claimFlow(services, state, kept)
    return await comeBack(services, caller, flow, returned)
  } catch (error) {
    if (!(error instanceof AuthRefusal)) throw error
    const here = pageOf(services, state, flow)
    if (here) return { location: withQuery(here, { problem: providerProblemOf(error) }) }
    const target = flow?.redirectTo ?? redirectTarget(undefined, services.config.auth.redirectOrigins)
    return { location: errorRedirect(target, error, { withQuery: typeof flow?.codeChallenge === 'string' }) }
  }
}

/** The site's page for someone who left from it; undefined for clients of the API. */
function pageOf(services: Services, state: string, flow: Flow | undefined): URL | undefined {
  const { siteUrl } = services.config
  const next = flow && siteEntryOf(services, flow.redirectTo)
  if (state.startsWith(linkMark)) return new URL(linkPage, siteUrl)
  if (!state.startsWith(entryMark)) return undefined
  const page = new URL('/auth' satisfies SitePath, siteUrl)
  if (next && next !== '/') page.searchParams.set('next', next)
  return page
}

function withQuery(page: URL, fields: Record<string, string>): string {
  for (const [name, value] of Object.entries(fields)) page.searchParams.set(name, value)
  return page.href
}

/**
 * Takes the stored state once, for the browser that left: otherwise a stranger's link could sign someone in as the stranger, or link their
 * identity to the stranger's account. Only when a client with PKCE links, whose scripts on another site can't set our cookie, may it be any
 * browser: nothing is linked before that client exchanges the code.
 */
async function claimFlow({ db, clock }: Services, state: string, kept: string | undefined): Promise<Flow> {
  let claim = db.deleteFrom('authFlows').where('id', '=', hashOf(state))
  const isSameBrowser = kept !== undefined && sameSecret(kept, state)
  if (!isSameBrowser && state.startsWith(linkMark)) throw unknownState()
  if (!isSameBrowser) claim = claim.where('linkingUserId', 'is not', null).where('codeChallenge', 'is not', null)
  const flow = await claim.returningAll().executeTakeFirst()
  if (!flow || flow.expiresAt <= toInstant(clock.now())) throw unknownState()
  return flow
}

const unknownState = () => new AuthRefusal(400, 'bad_oauth_state', 'OAuth state not found or expired. Please sign in again.')

async function comeBack(services: Services, caller: Caller, flow: Flow, returned: URLSearchParams): Promise<CameBack> {
  const secrets = JSON.parse(services.secrets.open('provider-flow', flow.sealedProviderState)) as ProviderState
  if (returned.has('error')) throw refusedThere(returned.get('error'))
  const { person, answer } = await exchange(services, flow, secrets, returned)
  const tokens: ProviderTokens = {
    provider_token: answer.access_token,
    ...(answer.refresh_token && { provider_refresh_token: answer.refresh_token }),
  }
  const done = await orOnceMore(() => enter(services, caller, { flow, secrets, person, tokens, returned }))
  services.jobsAdded()
  if ('page' in done) return { location: done.page, cookie: done.cookie }
  if ('code' in done) return { location: codeRedirect(flow.redirectTo, done.code) }
  return { location: sessionRedirect(flow.redirectTo, await tokensOf(services, done.opened), tokens) }
}

/**
 * Exchanges the provider's code for the verified person, and the provider's tokens. Throws `bad_oauth_callback`, `provider_unavailable`.
 */
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
  returned: URLSearchParams
}

type Entered = { page: string; cookie?: string } | { code: string } | { opened: OpenSession }

function enter(services: Services, caller: Caller, { flow, secrets, person, tokens, returned }: Entering): Promise<Entered> {
  return services.db.transaction().execute(async (tx) => {
    const page = pageOf(services, returned.get('state') ?? '', flow)
    const codeChallenge = page ? null : flow.codeChallenge
    const sessionId = secrets.linkingSessionId ?? ''
    if (flow.linkingUserId && codeChallenge) {
      const { id: userId } = await requireLinkable(services, tx, person, { userId: flow.linkingUserId, sessionId })
      const pending = { link: { person, sessionId } }
      return { code: await createAuthCode(services, tx, { userId, method: 'oauth', codeChallenge, providerTokens: tokens, pending }) }
    }
    const userId = flow.linkingUserId ?? (await userOfPerson(services, tx, person)).id
    if (flow.linkingUserId) await linkIdentity(services, tx, person, { userId, sessionId })
    // A user who links is signed in, and stays at the same level.
    if (page && flow.linkingUserId) return { page: withQuery(page, { linked: flow.provider }) }
    if (codeChallenge)
      return { code: await createAuthCode(services, tx, { userId, method: 'oauth', codeChallenge, providerTokens: tokens }) }
    const opened = await createSession(services, tx, { userId, method: 'oauth', userAgent: caller.userAgent })
    return page ? { page: page.href, cookie: await siteCookie(services, tx, opened) } : { opened }
  })
}

/** Two concurrent first sign-ins of one person: the second finds the first's user. */
async function orOnceMore<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof AnotherWasFirst) return work()
    throw error
  }
}

/** The provider's words are not repeated: the author of a link could write anything there. */
const refusedThere = (error: string | null): AuthRefusal =>
  error === 'access_denied'
    ? new AuthRefusal(403, 'bad_oauth_callback', 'The sign-in was cancelled at the provider')
    : new AuthRefusal(400, 'bad_oauth_callback', 'The provider has refused the sign-in')
