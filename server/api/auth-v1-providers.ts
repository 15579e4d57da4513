import type { Hono } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import { beginLinking, beginProvider } from '#app/features/accounts/begin-provider.server.ts'
import { finishProvider } from '#app/features/accounts/finish-provider.server.ts'
import { holds } from '#app/features/accounts/rules.ts'
import { unlinkIdentity } from '#app/features/accounts/unlink-identity.server.ts'
import { hashOf } from '#app/platform/ids.ts'
import { type AuthEnv, type AuthParts, readId } from './auth-v1.ts'

/** Sign-in through Google and GitHub, and what is linked to an account (AUTH-WIRE sections 2 and 5). */
export function addProviderRoutes(api: Hono<AuthEnv>, { services, caller, signedIn }: AuthParts): void {
  const secure = services.config.siteUrl.startsWith('https:')

  /*
   * The one cookie of /auth/v1, which only the way back from a provider reads: it shows that the browser that comes back is the one that
   * left. One for each sign-in, so that two tabs do not disturb each other.
   */
  const cookieName = (state: string) => `${secure ? '__Secure-provider-flow' : 'provider-flow'}-${hashOf(state).slice(0, 8)}`
  const cookie = { path: '/auth/v1/callback', httpOnly: true, sameSite: 'Lax', secure } as const

  api.get('/authorize', async (c) => {
    const { location, state } = await beginProvider(services, caller(c), c.req.query())
    if (state) setCookie(c, cookieName(state), state, { ...cookie, maxAge: holds.providerFlowMs / 1000 })
    return c.redirect(location, 302)
  })

  api.get('/callback', async (c) => {
    const returned = new URL(c.req.url).searchParams
    const name = cookieName(returned.get('state') ?? '')
    const location = await finishProvider(services, caller(c), { returned, kept: getCookie(c, name) })
    deleteCookie(c, name, cookie)
    return c.redirect(location, 303)
  })

  // A form from another site brings no cookies; the same as a link does.
  api.post('/callback', async (c) => {
    const form = await c.req.parseBody()
    const returned = ['code', 'state', 'iss', 'error'].flatMap((name) => (typeof form[name] === 'string' ? [[name, form[name]]] : []))
    return c.redirect(`/auth/v1/callback?${new URLSearchParams(returned)}`, 303)
  })

  api.get('/user/identities/authorize', async (c) => {
    const { location } = await beginLinking(services, caller(c), await signedIn(c), c.req.query())
    return c.req.query('skip_http_redirect') === 'true' ? c.json({ url: location }) : c.redirect(location, 302)
  })

  api.delete('/user/identities/:id', async (c) => {
    await unlinkIdentity(services, await signedIn(c), readId(c.req.param('id'), 'identity_id'))
    return c.json({})
  })
}
