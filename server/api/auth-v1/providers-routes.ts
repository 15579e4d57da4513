import type { Hono } from 'hono'
import { beginLinking, beginProvider } from '#app/features/accounts/begin-provider.server.ts'
import { finishProvider } from '#app/features/accounts/finish-provider.server.ts'
import { endedStateCookie, keptState, stateCookie } from '#app/features/accounts/provider-cookie.server.ts'
import { unlinkIdentity } from '#app/features/accounts/unlink-identity.server.ts'
import { type AuthEnv, type AuthParts, readId } from './request.ts'

/** Sign-in through Google and GitHub, and linked identities (docs/api.md). */
export function addProviderRoutes(api: Hono<AuthEnv>, { services, caller, signedIn }: AuthParts): void {
  const { siteUrl } = services.config

  api.get('/authorize', async (c) => {
    const { location, state } = await beginProvider(services, caller(c), c.req.query())
    if (state) c.header('Set-Cookie', stateCookie(state, siteUrl), { append: true })
    return c.redirect(location, 302)
  })

  api.get('/callback', async (c) => {
    const returned = new URL(c.req.url).searchParams
    const state = returned.get('state') ?? ''
    const kept = keptState(c.req.header('cookie'), state, siteUrl)
    const { location, cookie } = await finishProvider(services, caller(c), { returned, kept })
    c.header('Set-Cookie', endedStateCookie(state, siteUrl), { append: true })
    if (cookie) c.header('Set-Cookie', cookie, { append: true })
    return c.redirect(location, 303)
  })

  // A form from another site brings no cookies; the same as a link does.
  api.post('/callback', async (c) => {
    const form = await c.req.parseBody()
    const returned = ['code', 'state', 'iss', 'error'].flatMap((name) => (typeof form[name] === 'string' ? [[name, form[name]]] : []))
    return c.redirect(`/auth/v1/callback?${new URLSearchParams(returned)}`, 303)
  })

  api.get('/user/identities/authorize', async (c) => {
    const { location, state } = await beginLinking(services, caller(c), await signedIn(c), c.req.query())
    c.header('Set-Cookie', stateCookie(state, siteUrl), { append: true })
    return c.req.query('skip_http_redirect') === 'true' ? c.json({ url: location }) : c.redirect(location, 302)
  })

  api.delete('/user/identities/:id', async (c) => {
    await unlinkIdentity(services, await signedIn(c), readId(c.req.param('id'), 'identity_id'))
    return c.json({})
  })
}
