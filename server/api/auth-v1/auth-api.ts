import { type Context, Hono } from 'hono'
import { cors } from 'hono/cors'
import { HTTPException } from 'hono/http-exception'
import { reauthenticate, recover, resend, sendOtp } from '#app/features/accounts/ask-for-mail.server.ts'
import { authenticate, isService } from '#app/features/accounts/authenticate.server.ts'
import { verify } from '#app/features/accounts/confirm-mail.server.ts'
import { AuthRefusal, noAuthorization } from '#app/features/accounts/refusals.ts'
import { openByPassword } from '#app/features/accounts/sign-in.server.ts'
import { signOut } from '#app/features/accounts/sign-out.server.ts'
import { openBySignUp } from '#app/features/accounts/sign-up.server.ts'
import { passwordRoleOf } from '#app/features/accounts/site-session.server.ts'
import type { Caller } from '#app/features/accounts/take-turns.server.ts'
import { updateUser } from '#app/features/accounts/update-user.server.ts'
import { passwordProblem } from '#app/features/accounts/weak-passwords.server.ts'
import { StoreUnavailable } from '#app/platform/errors.ts'
import { loggable } from '#app/platform/log.ts'
import { TooManyPasswords } from '#app/platform/passwords.ts'
import type { Services } from '#app/platform/services.ts'
import { newId } from '#app/values/ids.ts'
import { clientKeyOf } from '../../http/client.ts'
import { addAdminRoutes } from './admin-routes.ts'
import { showUser } from './admin-users.ts'
import { exchangeCode } from './exchange-code.ts'
import { addFactorRoutes } from './factors-routes.ts'
import { addPasskeyRoutes } from './passkeys-routes.ts'
import { addProviderRoutes } from './providers-routes.ts'
import { refreshSession } from './refresh-session.ts'
import { type AuthEnv, type AuthParts, readBody } from './request.ts'
import { sessionAnswer } from './session-answer.ts'
import { userView } from './user-answer.ts'

/** The API version whose errors carry their code as text (docs/api.md). */
const apiVersion = '2024-01-01'
const versionHeader = 'X-Supabase-Api-Version'

const exposed = [versionHeader, 'X-Total-Count', 'Link', 'Retry-After']

/**
 * Any site's page may call it: calls read no cookies, only bearer tokens; the return from a provider, which is no call, reads its own
 * cookie.
 */
const openToAll = cors({
  origin: '*',
  allowMethods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
  allowHeaders: ['Authorization', 'ApiKey', 'Content-Type', 'X-Client-Info', versionHeader],
  exposeHeaders: exposed,
  maxAge: 86_400,
})

/** /auth/v1: accounts, for clients of the contract (docs/api.md). */
export function authApi(services: Services) {
  const api = new Hono<AuthEnv>()
  const parts: AuthParts = {
    services,
    caller: (c) => ({
      clientKey: clientKeyOf(services, c),
      userAgent: c.req.header('user-agent') ?? '',
    }),
    signedIn: (c) => authenticate(services, c.req.header('authorization')),
    async requireService(c) {
      if (!(await isService(services, c.req.header('authorization')))) throw noAuthorization()
    },
  }
  const { caller, signedIn } = parts

  api.use(openToAll)
  api.use(async (c, next) => {
    await next()
    if (!c.res.headers.has('Cache-Control')) c.header('Cache-Control', 'no-store')
  })

  // These do something when they are opened; HEAD, as link checkers send it, does nothing.
  for (const path of ['/authorize', '/callback', '/user/identities/authorize', '/reauthenticate'])
    api.use(path, (c, next) => (c.req.method === 'HEAD' ? Promise.resolve(c.body(null)) : next()))

  api.post('/signup', async (c) => c.json(await signUp(services, caller(c), await readBody(c), redirectTo(c))))
  api.post('/token', async (c) => c.json(await grant(services, caller(c), c.req.query('grant_type'), await readBody(c))))
  api.post('/logout', async (c) => {
    await signOut(services, await signedIn(c), c.req.query('scope'))
    return c.body(null, 204)
  })
  api.get('/user', async (c) => c.json(userView((await signedIn(c)).account)))
  api.put('/user', async (c) => {
    const { id } = await updateUser(services, caller(c), await signedIn(c), await readBody(c), redirectTo(c))
    return c.json(await showUser(services, id))
  })
  api.post('/recover', async (c) => {
    await recover(services, caller(c), await readBody(c), redirectTo(c))
    return c.json({})
  })
  api.post('/resend', async (c) => {
    await resend(services, caller(c), await readBody(c), redirectTo(c))
    return c.json({})
  })
  api.post('/otp', async (c) => {
    await sendOtp(services, caller(c), await readBody(c), redirectTo(c))
    return c.json({})
  })
  api.post('/verify', async (c) => {
    const opened = await verify(services, caller(c), await readBody(c))
    return c.json(opened ? await sessionAnswer(services, opened) : { msg: halfConfirmed, code: '200' })
  })
  // Opening a link changes nothing: a page asks to confirm with its button.
  api.get('/verify', (c) => c.redirect(`/auth/verify${new URL(c.req.url).search}`, 303))
  api.get('/reauthenticate', async (c) => {
    await reauthenticate(services, await signedIn(c))
    return c.json({})
  })
  api.get('/.well-known/jwks.json', async (c) =>
    c.json({ keys: await services.signingKeys.published() }, 200, { 'Cache-Control': 'public, max-age=600' }),
  )
  api.get('/settings', (c) => c.json(settingsOf(services)))
  api.get('/health', (c) => c.json({ name: 'auth', version: 'v1', description: 'Emergency Plumbers London accounts' }))

  for (const path of ['/sso', '/sso/*'])
    api.all(path, () => {
      throw new AuthRefusal(404, 'saml_provider_disabled', 'SAML 2.0 is disabled')
    })

  addFactorRoutes(api, parts)
  addProviderRoutes(api, parts)
  addAdminRoutes(api, parts)
  addPasskeyRoutes(api, parts)

  api.all('/*', (c) => {
    throw new AuthRefusal(404, 'not_found', `There is no ${c.req.method} ${c.req.path}`)
  })
  api.onError((error, c) => answerError(c, services, error))
  return api
}

/**
 * Returns a session if the address is confirmed or needs no confirmation, else the user; the response is the same if the address has an
 * account.
 */
async function signUp(services: Services, caller: Caller, body: unknown, redirectTo: string | undefined) {
  const { opened, user } = await openBySignUp(services, caller, body, redirectTo)
  return opened ? sessionAnswer(services, opened) : userView(user)
}

/** Also the reason if today's policy would refuse the password. */
async function signIn(services: Services, caller: Caller, body: unknown) {
  const { opened, user, password } = await openByPassword(services, caller, body)
  const weak = await passwordProblem(password, user.email ?? '', await passwordRoleOf(services.db, user))
  const { reasons } = (weak?.details().weak_password ?? {}) as { reasons?: string[] }
  return { ...(await sessionAnswer(services, opened)), ...(weak && { weak_password: { message: weak.message, reasons } }) }
}

/** The first of the two emails of a change of address has been confirmed: no session yet. */
const halfConfirmed = 'Confirmation link accepted. Please proceed to confirm link sent to the other email'

function grant(services: Services, caller: Caller, type: string | undefined, body: Record<string, unknown>) {
  if (type === 'password') return signIn(services, caller, body)
  if (type === 'refresh_token') return refreshSession(services, caller, body)
  if (type === 'pkce') return exchangeCode(services, caller, body)
  if (type === 'id_token') throw new AuthRefusal(400, 'provider_disabled', 'Sign-in with an ID token is not enabled')
  if (type === 'web3') throw new AuthRefusal(422, 'web3_provider_disabled', 'Web3 provider is disabled')
  throw new AuthRefusal(400, 'unsupported_grant_type', 'unsupported_grant_type')
}

/** The enabled features, for client developers. */
const settingsOf = ({ config: { auth } }: Services) => ({
  external: { email: true, phone: false, anonymous_users: auth.anonymous, google: !!auth.google, github: !!auth.github },
  disable_signup: !auth.signup,
  mailer_autoconfirm: auth.autoconfirm,
  phone_autoconfirm: false,
  sms_provider: '',
  saml_enabled: false,
})

/** Target of an email's link, from the query. */
const redirectTo = (c: Context) => c.req.query('redirect_to')

/** A refusal in the shape that the request's version asks for. For our own failures only an id is returned. */
export function answerError(c: Context, services: Services, error: Error) {
  const { status, code, message, details, headers } = factsOf(services, error)
  const isNew = (c.req.header(versionHeader) ?? '') >= apiVersion && /^\d{4}-\d\d-\d\d$/.test(c.req.header(versionHeader) ?? '')
  const body = isNew ? { code, message, ...details } : { code: status, error_code: code, msg: message, ...details }
  return c.json(body, status as 400, {
    ...headers,
    // Also on responses to requests that never reached this API, e.g. because of their size.
    'Access-Control-Allow-Origin': '*',
    'Access-Control-Expose-Headers': exposed.join(','),
    'Cache-Control': 'no-store',
    ...(isNew && { [versionHeader]: apiVersion }),
  })
}

function factsOf({ log }: Services, error: Error) {
  if (error instanceof AuthRefusal || error instanceof StoreUnavailable)
    return { status: error.status, code: error.code, message: error.message, details: error.details(), headers: error.headers() }
  // Not a 5xx: clients take those for a network error and retry immediately.
  if (error instanceof TooManyPasswords)
    return {
      status: 429,
      code: 'over_request_rate_limit',
      message: 'Too many requests: the service is busy',
      headers: { 'Retry-After': '5' },
    }
  if (error instanceof HTTPException) {
    const tooLarge = error.status === 413
    return {
      status: error.status,
      code: tooLarge ? 'too_large' : 'request_timeout',
      message: tooLarge ? 'The body is too large' : 'The request took too long',
    }
  }
  const errorId = newId()
  log.error({ errorId, error: loggable(error) }, 'request failed')
  return { status: 500, code: 'unexpected_failure', message: 'Internal Server Error', details: { error_id: errorId } }
}
