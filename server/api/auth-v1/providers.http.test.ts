// @module-tag never-again
import { describe, expect, it } from 'vitest'
import { newId } from '#app/values/ids.ts'
import { newPerson, signedUp } from '#test/support/auth.ts'
import { newGithubPerson } from '#test/support/github.ts'
import { newOpenIdPerson, type OpenIdProvider } from '#test/support/openid-provider.ts'
import { failedSignIn, fieldsOf, openProviders, type ProviderWorld, signInThrough, signInUrl } from '#test/support/provider-world.ts'
import { openVisitor, type Visitor } from '#test/support/visitor.ts'
import { onOneEngine } from '#test/support/world.ts'

const usersOf = ({ auth }: ProviderWorld) => auth.world.services.db.selectFrom('authUsers').selectAll().execute()
const sessionsOf = ({ auth }: ProviderWorld) => auth.world.services.db.selectFrom('authSessions').selectAll().execute()
const actionsOf = async ({ auth }: ProviderWorld) =>
  (await auth.world.services.db.selectFrom('auditLog').select('action').orderBy('id').execute()).map(({ action }) => action)

onOneEngine('Signing in with Google', (engine) => {
  it('makes a confirmed account, and the session comes back in the fragment', async () => {
    const world = await openProviders(engine)
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
    const world = await openProviders(engine)
    const first = await signInThrough(world, 'google')
    world.google.person = { ...world.google.person, email: `moved-${newId()}@example.com`, email_verified: false }
    const again = await signInThrough(world, 'google')
    expect(again.user.id).toBe(first.user.id)
    expect(again.user.email).toBe(first.user.email)
    expect(again.user.identities?.[0]?.identity_data).toMatchObject({ email: world.google.person.email, email_verified: false })
    expect(await usersOf(world)).toHaveLength(1)
  })

  it('with PKCE brings a code that only the client which began can exchange, with the provider token', async () => {
    const world = await openProviders(engine)
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
    const world = await openProviders(engine, { env: { AUTH_REDIRECT_ORIGINS: 'https://app.example.co.uk' } })
    const site = new URL(world.front.url)
    const { port } = site
    for (const redirectTo of [`http://127.0.0.1:${port}@evil.example/`, 'https://app.example.co.uk.evil.example/', 'javascript:alert(1)']) {
      const { url } = await openVisitor().go(await signInUrl(world.client(), 'google', { redirectTo }))
      expect(`${url.origin}${url.pathname}`, redirectTo).toBe(`${world.front.url}/`)
    }
    const left = await openVisitor().go(await signInUrl(world.client(), 'google', { redirectTo: 'https://app.example.co.uk/in' }), {
      stopBefore: '/in',
    })
    expect(left.url.origin).toBe('https://app.example.co.uk')
  })
})

onOneEngine('Signing in with GitHub', (engine) => {
  it('takes the primary address from the list, and its reserved parameters from us', async () => {
    const world = await openProviders(engine)
    const queryParams = {
      redirect_uri: 'https://evil.example',
      client_id: 'x',
      state: 'x',
      scope: 'repo',
      response_type: 'token',
      login: 'priya',
    }
    const client = world.client()
    const { url } = await openVisitor().go(await signInUrl(client, 'github', { scopes: 'gist user:email', queryParams }))
    const { access_token = '', refresh_token = '' } = fieldsOf(url.hash)
    const { data } = await client.setSession({ access_token, refresh_token })
    const { id, login } = world.github.person
    expect(data.user).toMatchObject({
      email: `person-${id}@example.com`,
      user_metadata: { full_name: login, user_name: login },
      identities: [{ provider: 'github', id: String(id), identity_data: { user_name: login, email_verified: true } }],
    })
    expect(Object.fromEntries(world.github.asked[0] ?? [])).toEqual({
      client_id: world.github.clientId,
      redirect_uri: `${world.front.url}/auth/v1/callback`,
      response_type: 'code',
      scope: 'read:user user:email gist',
      state: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: 'S256',
      login: 'priya',
    })
  })

  it('makes no account of an address that is not verified', async () => {
    const world = await openProviders(engine)
    const email = `person-${newId()}@example.com`
    world.github.person = newGithubPerson({
      emails: [
        { email, primary: true, verified: false },
        { email: `other-${email}`, primary: false, verified: true },
      ],
    })
    expect(await failedSignIn(world, 'github')).toMatchObject({ error: 'access_denied', error_code: 'provider_email_needs_verification' })
    world.github.person = newGithubPerson({ emails: [] })
    expect(await failedSignIn(world, 'github')).toMatchObject({ error_code: 'provider_email_needs_verification' })
    expect(await usersOf(world)).toEqual([])
  })
})

/** A user who has signed up but not confirmed the address. */
async function signUpOnly(world: ProviderWorld, email: string) {
  const person = { ...newPerson(), email }
  const { error } = await world.client().signUp({ ...person, options: { data: { full_name: 'Somebody else' } } })
  expect(error).toBeNull()
  return person
}

onOneEngine('An address that has an account', (engine) => {
  it('leads into it when it is confirmed, and its owner is told', async () => {
    const world = await openProviders(engine)
    const { client, person, session } = await signedUp(world.auth)
    world.google.person = newOpenIdPerson({ email: person.email.toUpperCase() })
    const { user } = await signInThrough(world, 'google')
    expect(user.id).toBe(session.user.id)
    expect(user.app_metadata).toMatchObject({ providers: ['email', 'google'] })
    expect(user.user_metadata.full_name).toBe(person.name)
    expect((await world.auth.letterTo(person.email, /linked/)).subject).toContain('linked to your account')
    expect((await client.getUser()).error?.name).toBe('AuthSessionMissingError')
    expect((await world.client().signInWithPassword(person)).error).toBeNull()
  })

  it('is taken over when no one has confirmed it: what was put into it before opens nothing', async () => {
    const world = await openProviders(engine)
    const thief = await signUpOnly(world, world.google.person.email ?? '')
    const letter = await world.auth.letterTo(thief.email, /Confirm/)
    const [before] = await usersOf(world)
    const { user } = await signInThrough(world, 'google')
    expect(user.id).toBe(before?.id)
    expect(user.identities?.map(({ provider }) => provider)).toEqual(['google'])
    expect(user.user_metadata.full_name).toBe('Priya Raman')
    expect((await usersOf(world))[0]).toMatchObject({ passwordHash: null, emailConfirmedAt: expect.any(String) })
    expect((await world.client().signInWithPassword(thief)).error).toMatchObject({ code: 'invalid_credentials' })
    const late = await world.client().verifyOtp({ token_hash: letter.token ?? '', type: 'signup' })
    expect(late.error).toMatchObject({ code: 'otp_expired' })
  })

  it('is not touched by a provider that has not verified it', async () => {
    const world = await openProviders(engine)
    const { person, session } = await signedUp(world.auth)
    for (const email_verified of [false, undefined, 'true' as unknown as boolean]) {
      world.google.person = newOpenIdPerson({ email: person.email, email_verified })
      expect(await failedSignIn(world, 'google')).toMatchObject({ error_code: 'provider_email_needs_verification' })
    }
    // Another address that only equals theirs once invisible and wide letters are normalised.
    for (const email of [person.email.replace('@', '\u200b@'), `\uff50${person.email.slice(1)}`]) {
      world.google.person = newOpenIdPerson({ email, email_verified: true })
      expect(await failedSignIn(world, 'google')).toMatchObject({ error_code: 'provider_email_needs_verification' })
    }
    const unconfirmed = await signUpOnly(world, `person-${newId()}@example.com`)
    world.google.person = newOpenIdPerson({ email: unconfirmed.email, email_verified: false })
    expect(await failedSignIn(world, 'google')).toMatchObject({ error_code: 'provider_email_needs_verification' })
    expect((await usersOf(world)).find(({ email }) => email === unconfirmed.email)).toMatchObject({ emailConfirmedAt: null })
    expect((await world.client().signInWithPassword(person)).data.user?.identities).toHaveLength(session.user.identities?.length ?? 1)
  })

  it('is closed to anyone who is banned, and to anyone new where signing up is off', async () => {
    const world = await openProviders(engine, { env: { AUTH_SIGNUP: 'off' } })
    expect(await failedSignIn(world, 'google')).toMatchObject({ error: 'access_denied', error_code: 'signup_disabled' })
    expect(await usersOf(world)).toEqual([])
    const open = await openProviders(engine)
    await signInThrough(open, 'google')
    await open.auth.world.services.db.updateTable('authUsers').set({ bannedUntil: '2999-01-01T00:00:00.000Z' }).execute()
    expect(await failedSignIn(open, 'google')).toMatchObject({ error: 'access_denied', error_code: 'user_banned' })
    expect(await sessionsOf(open)).toHaveLength(1)
  })
})

onOneEngine('A state', (engine) => {
  it('is good once, in the browser that left, for ten minutes', async () => {
    const world = await openProviders(engine)
    const leave = async (visitor: Visitor) =>
      (await visitor.go(await signInUrl(world.client(), 'google'), { stopBefore: '/auth/v1/callback' })).url
    const refused = async (visitor: Visitor, url: URL) => fieldsOf((await visitor.go(url)).url.hash)
    const badState = { error: 'invalid_request', error_code: 'bad_oauth_state' }

    const [mine, theirs] = [openVisitor(), openVisitor()]
    const callback = await leave(mine)
    const kept = mine.cookies.filter(({ name }) => name.startsWith('provider-flow'))
    expect(kept.map(({ sent }) => sent)).toEqual([
      expect.stringMatching(/^provider-flow-[0-9a-f]{8}=[\w-]{43}; Max-Age=600; Path=\/; HttpOnly; SameSite=Lax$/),
    ])
    // Another user's link, and a made-up one.
    expect(await refused(theirs, callback)).toMatchObject(badState)
    expect(await refused(mine, new URL('?code=x&state=made-up', callback))).toMatchObject(badState)
    expect(await refused(mine, new URL('?code=x', callback))).toMatchObject(badState)
    expect(fieldsOf((await mine.go(callback)).url.hash)).toHaveProperty('access_token')
    expect(mine.cookies.filter(({ name }) => name.startsWith('provider-flow'))).toEqual([])
    mine.cookies.push(...kept)
    expect(await refused(mine, callback)).toMatchObject(badState)
    expect(await sessionsOf(world)).toHaveLength(1)

    const slow = await leave(mine)
    world.auth.world.clock.advance(10 * 60_000)
    expect(await refused(mine, slow)).toMatchObject(badState)
  })

  it('of two tabs does not disturb the other, and comes back by POST too', async () => {
    const world = await openProviders(engine)
    const visitor = openVisitor()
    const leave = async () => (await visitor.go(await signInUrl(world.client(), 'google'), { stopBefore: '/auth/v1/callback' })).url
    const [first, second] = [await leave(), await leave()]
    const posted = await visitor.go(`${second.origin}${second.pathname}`, { init: { method: 'POST', body: second.searchParams } })
    expect(fieldsOf(posted.url.hash)).toHaveProperty('access_token')
    expect(fieldsOf((await visitor.go(first)).url.hash)).toHaveProperty('access_token')
  })

  it('that comes back twice at once, at two instances, makes one session', async () => {
    const world = await openProviders(engine, { instances: 2 })
    const visitor = openVisitor()
    const { url } = await visitor.go(await signInUrl(world.client(), 'google'), { stopBefore: '/auth/v1/callback' })
    const cookie = visitor.cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
    const answers = await Promise.all(
      [0, 1, 0, 1].map((instance) => world.auth.ask(`/callback${url.search}`, { instance, headers: { cookie } })),
    )
    const fragments = answers.map(({ headers }) => fieldsOf(new URL(headers.get('location') ?? '').hash))
    expect(fragments.filter((each) => 'access_token' in each)).toHaveLength(1)
    expect(fragments.filter((each) => each.error_code === 'bad_oauth_state')).toHaveLength(3)
    expect(await sessionsOf(world)).toHaveLength(1)
    expect(answers.map(({ status }) => status)).toEqual([303, 303, 303, 303])
  })

  it('is one of two first sign-ins of one person at once: they are one user, by whatever address', async () => {
    const world = await openProviders(engine, { instances: 2 })
    const arrivals: { instance: number; search: string; cookie: string }[] = []
    for (const instance of [0, 1, 0, 1, 0, 1, 0, 1]) {
      // The address of the provider's account changes between sign-ins.
      if (instance === 1) world.google.person = { ...world.google.person, email: `person-${newId()}@example.com` }
      const visitor = openVisitor()
      const { url } = await visitor.go(await signInUrl(world.client(), 'google'), { stopBefore: '/auth/v1/callback' })
      arrivals.push({ instance, search: url.search, cookie: visitor.cookies.map(({ name, value }) => `${name}=${value}`).join('; ') })
    }
    const answers = await Promise.all(
      arrivals.map(({ instance, search, cookie }) => world.auth.ask(`/callback${search}`, { instance, headers: { cookie } })),
    )
    for (const { headers } of answers) expect(fieldsOf(new URL(headers.get('location') ?? '').hash)).toHaveProperty('access_token')
    expect(await usersOf(world)).toHaveLength(1)
    expect(await world.auth.world.services.db.selectFrom('authIdentities').select('id').execute()).toHaveLength(1)
    expect(await sessionsOf(world)).toHaveLength(8)
  })
})

describe('A provider that misbehaves', () => {
  // One engine is enough: nothing is stored.
  const engine = 'sqlite'

  it('signs no one in by an ID token that is not right', async () => {
    const world = await openProviders(engine)
    const base64 = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
    const forgeries: Record<string, NonNullable<OpenIdProvider['forge']>> = {
      'another nonce': (claims, sign) => sign({ ...claims, nonce: 'swapped' }),
      'no nonce': ({ nonce: _, ...claims }, sign) => sign(claims),
      'another issuer': (claims, sign) => sign({ ...claims, iss: 'https://accounts.evil.example' }),
      'another audience': (claims, sign) => sign({ ...claims, aud: 'somebody-else' }),
      'several audiences': (claims, sign) => sign({ ...claims, aud: [world.google.clientId, 'somebody-else'] }),
      expired: (claims, sign) => sign({ ...claims, exp: Math.floor(Date.now() / 1000) - 60 }),
      'no subject': ({ sub: _, ...claims }, sign) => sign(claims),
      'another key': (claims, sign) => sign(claims, { ownKey: false }),
      'no signature': async (claims) => `${base64({ alg: 'none' })}.${base64(claims)}.`,
      'a secret for a key': async (claims) => `${base64({ alg: 'HS256', kid: 'own' })}.${base64(claims)}.${base64('signature')}`,
    }
    for (const [name, forge] of Object.entries(forgeries)) {
      world.google.forge = forge
      expect(await failedSignIn(world, 'google'), name).toMatchObject({ error: 'invalid_request', error_code: 'bad_oauth_callback' })
    }
    expect(await usersOf(world)).toEqual([])
    // The same signing function without forgery, to show that the refusals above have the right cause.
    world.google.forge = (claims, sign) => sign(claims)
    await signInThrough(world, 'google')
  })

  it('whose answer names another issuer is not believed', async () => {
    const world = await openProviders(engine)
    const visitor = openVisitor()
    const { url } = await visitor.go(await signInUrl(world.client(), 'google'), { stopBefore: '/auth/v1/callback' })
    url.searchParams.set('iss', 'https://accounts.evil.example')
    expect(fieldsOf((await visitor.go(url)).url.hash)).toMatchObject({ error_code: 'bad_oauth_callback' })
  })

  it('that refuses is told to the client in our words, with PKCE in the query too', async () => {
    const world = await openProviders(engine)
    world.google.cancels = true
    expect(await failedSignIn(world, 'google')).toEqual({
      error: 'access_denied',
      error_code: 'bad_oauth_callback',
      error_description: 'The sign-in was cancelled at the provider',
      sb: '',
    })
    const { url } = await openVisitor().go(await signInUrl(world.client({ flowType: 'pkce' }), 'google'))
    expect(fieldsOf(url.search)).toMatchObject({ error: 'access_denied', error_code: 'bad_oauth_callback' })
    expect(fieldsOf(url.hash)).toMatchObject({ error: 'access_denied', error_code: 'bad_oauth_callback' })

    const visitor = openVisitor()
    world.google.cancels = false
    const left = await visitor.go(await signInUrl(world.client(), 'google'), { stopBefore: '/auth/v1/callback' })
    left.url.search = new URLSearchParams({
      state: left.url.searchParams.get('state') ?? '',
      error: 'ring_us',
      error_description: 'Ring 0900 123 at once',
    }).toString()
    const fields = fieldsOf((await visitor.go(left.url)).url.hash)
    expect(fields).toMatchObject({ error: 'invalid_request', error_description: 'The provider has refused the sign-in' })
  })

  it('and hangs up, fails or is silent leaves a redirect with an error, and works again afterwards', async () => {
    const world = await openProviders(engine)
    for (const [how, paths] of [
      ['hangs up', /well-known/],
      ['fails', /well-known/],
      ['is silent', /token/],
      ['is silent', /jwks/],
    ] as const) {
      world.google.away = { how, paths }
      expect(await failedSignIn(world, 'google')).toMatchObject({ error: 'invalid_request', error_code: 'provider_unavailable' })
    }
    world.google.away = undefined
    await signInThrough(world, 'google')
  })

  it('is told to the client whatever GitHub answers', async () => {
    const world = await openProviders(engine)
    for (const [path, instead, code] of [
      ['/login/oauth/access_token', { status: 200, json: { error: 'bad_verification_code' } }, 'bad_oauth_callback'],
      ['/login/oauth/access_token', { status: 500, json: {} }, 'bad_oauth_callback'],
      ['/api/v3/user', { status: 503, json: {} }, 'provider_unavailable'],
      ['/api/v3/user', { status: 200, json: { id: 'nobody' } }, 'bad_oauth_callback'],
      ['/api/v3/user/emails', 'silence', 'provider_unavailable'],
    ] as const) {
      world.github.instead = { [path]: instead }
      expect(await failedSignIn(world, 'github'), path).toMatchObject({ error: 'invalid_request', error_code: code })
    }
    expect(await usersOf(world)).toEqual([])
  })
})
