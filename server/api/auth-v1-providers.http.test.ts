import type { GoTrueClient, Provider } from '@supabase/auth-js'
import { expect, it } from 'vitest'
import type { Engine } from '#app/platform/database.ts'
import { newId } from '#app/platform/ids.ts'
import { type AuthWorld, memory, newPerson, openAuth, signedUp } from '#test/support/auth.ts'
import { type Front, openFront } from '#test/support/front.ts'
import { type Github, newGithubPerson, openGithub } from '#test/support/github.ts'
import { newOpenIdPerson, type OpenIdProvider, openOpenIdProvider } from '#test/support/openid-provider.ts'
import { openVisitor, type Visitor } from '#test/support/visitor.ts'
import { onEachEngine } from '#test/support/world.ts'

interface ProviderWorld {
  auth: AuthWorld
  front: Front
  google: OpenIdProvider
  github: Github
  client(options?: Parameters<AuthWorld['client']>[0]): GoTrueClient
}

/** Instances behind one address, with a Google and a GitHub of their own. */
async function openWorld(engine: Engine, { env = {}, instances = 1 }: { env?: Record<string, string>; instances?: number } = {}) {
  const front = await openFront()
  const google = await openOpenIdProvider(`${front.url}/auth/v1/callback`)
  const github = await openGithub()
  const auth = await openAuth(engine, {
    instances,
    env: {
      SITE_URL: front.url,
      GOOGLE_CLIENT_ID: google.clientId,
      GOOGLE_CLIENT_SECRET: google.clientSecret,
      AUTH_GOOGLE_ISSUER: google.issuer,
      GITHUB_CLIENT_ID: github.clientId,
      GITHUB_CLIENT_SECRET: github.clientSecret,
      AUTH_GITHUB_URL: github.url,
      ...env,
    },
  })
  front.origins = auth.urls.map((url) => new URL(url).origin)
  const client: ProviderWorld['client'] = (options) => auth.client({ url: `${front.url}/auth/v1`, ...options })
  return { auth, front, google, github, client } satisfies ProviderWorld
}

/** Where the client sends a browser to sign in. */
async function signInUrl(client: GoTrueClient, provider: Provider, options: object = {}): Promise<string> {
  const { data, error } = await client.signInWithOAuth({ provider, options: { skipBrowserRedirect: true, ...options } })
  expect(error).toBeNull()
  return data.url ?? ''
}

const fieldsOf = (text: string) => Object.fromEntries(new URLSearchParams(text.replace(/^[#?]/, '')))

/** Signs in through a provider, in a browser, and answers the client with the session that came back in the fragment. */
async function signInThrough(world: ProviderWorld, provider: Provider, visitor: Visitor = openVisitor()) {
  const client = world.client()
  const { url } = await visitor.go(await signInUrl(client, provider))
  const fields = fieldsOf(url.hash)
  expect(fields).toMatchObject({ access_token: expect.any(String) })
  const { data, error } = await client.setSession({ access_token: fields.access_token ?? '', refresh_token: fields.refresh_token ?? '' })
  expect(error).toBeNull()
  return { client, user: data.user as NonNullable<typeof data.user>, fields }
}

const usersOf = ({ auth }: ProviderWorld) => auth.world.services.db.selectFrom('authUsers').selectAll().execute()
const sessionsOf = ({ auth }: ProviderWorld) => auth.world.services.db.selectFrom('authSessions').selectAll().execute()
const actionsOf = async ({ auth }: ProviderWorld) =>
  (await auth.world.services.db.selectFrom('auditLog').select('action').orderBy('id').execute()).map(({ action }) => action)

onEachEngine('Signing in with Google', (engine) => {
  it('makes a confirmed account, and the session comes back in the fragment', async () => {
    const world = await openWorld(engine)
    const { user, fields, client } = await signInThrough(world, 'google')
    expect(Object.keys(fields)).toEqual(
      ['access_token', 'expires_at', 'expires_in', 'provider_token', 'refresh_token', 'sb', 'token_type'].sort(),
    )
    expect(user).toMatchObject({
      email: world.google.person.email,
      email_confirmed_at: expect.any(String),
      app_metadata: { provider: 'google', providers: ['google'] },
      user_metadata: { full_name: 'Priya Raman', avatar_url: world.google.person.picture },
      identities: [
        {
          provider: 'google',
          id: world.google.person.sub,
          email: world.google.person.email,
          identity_data: { sub: world.google.person.sub, email_verified: true, iss: world.google.issuer },
        },
      ],
    })
    const claims = await client.getClaims()
    expect(claims.data?.claims).toMatchObject({ aal: 'aal1', amr: [{ method: 'oauth' }] })
    expect(await actionsOf(world)).toEqual(['user.create', 'identity.link', 'session.create'])
  })

  it('finds the account again by the identity, whatever the address has become', async () => {
    const world = await openWorld(engine)
    const first = await signInThrough(world, 'google')
    world.google.person = { ...world.google.person, email: `moved-${newId()}@example.com`, email_verified: false }
    const again = await signInThrough(world, 'google')
    expect(again.user.id).toBe(first.user.id)
    expect(again.user.email).toBe(first.user.email)
    expect(again.user.identities?.[0]?.identity_data).toMatchObject({ email: world.google.person.email, email_verified: false })
    expect(await usersOf(world)).toHaveLength(1)
  })

  it('with PKCE brings a code that only the client which began can exchange, with the provider token', async () => {
    const world = await openWorld(engine)
    const client = world.client({ flowType: 'pkce' })
    const { url } = await openVisitor().go(await signInUrl(client, 'google', { redirectTo: `${world.front.url}/account?tab=1` }))
    expect(`${url.origin}${url.pathname}`).toBe(`${world.front.url}/account`)
    expect(url.hash).toBe('')
    const { code = '', tab } = fieldsOf(url.search)
    expect(tab).toBe('1')
    expect(await sessionsOf(world)).toEqual([])

    const { data, error } = await client.exchangeCodeForSession(code)
    expect(error).toBeNull()
    expect(data.session?.provider_token).toEqual(expect.any(String))
    expect(data.user?.email).toBe(world.google.person.email)
    const again = await world.auth.ask('/token?grant_type=pkce', { json: { auth_code: code, code_verifier: 'x'.repeat(50) } })
    expect(again).toMatchObject({ status: 404, json: { code: 'flow_state_not_found' } })
  })

  it('returns only to origins of ours', async () => {
    const world = await openWorld(engine, { env: { AUTH_REDIRECT_ORIGINS: 'https://app.example.co.uk' } })
    const site = new URL(world.front.url)
    const { port } = site
    for (const redirectTo of [
      'https://evil.example/in',
      `http://127.0.0.1.evil.example:${port}/`,
      `http://127.0.0.1:${port}@evil.example/`,
      `http://user@127.0.0.1:${port}/`,
      `http://127.0.0.1:${Number(port) + 1}/`,
      `https://127.0.0.1:${port}/`,
      'https://app.example.co.uk.evil.example/',
      'http://app.example.co.uk/',
      'https://app.example.co.uk:8443/',
      '//evil.example/',
      '/\\evil.example',
      'javascript:alert(1)',
      'garbage',
    ]) {
      const { url } = await openVisitor().go(await signInUrl(world.client(), 'google', { redirectTo }))
      expect(`${url.origin}${url.pathname}`, redirectTo).toBe(`${world.front.url}/`)
    }
    const left = await openVisitor().go(await signInUrl(world.client(), 'google', { redirectTo: 'https://app.example.co.uk/in' }), {
      stopBefore: '/in',
    })
    expect(left.url.origin).toBe('https://app.example.co.uk')
  })
})
