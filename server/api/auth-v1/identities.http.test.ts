// @module-tag never-again
import type { GoTrueClient } from '@supabase/auth-js'
import { expect, it } from 'vitest'
import { addFactor, newPerson, signedUp } from '#test/support/auth.ts'
import { newOpenIdPerson } from '#test/support/openid-provider.ts'
import { fieldsOf, openProviders, type ProviderWorld, signInThrough } from '#test/support/provider-world.ts'
import { openVisitor } from '#test/support/visitor.ts'
import { onOneEngine } from '#test/support/world.ts'

/** The URL to which a client sends the browser to link a provider's account. */
async function linkUrl(client: GoTrueClient, provider: 'google' | 'github' = 'google', options: object = {}): Promise<string> {
  const { data, error } = await client.linkIdentity({ provider, options: { skipBrowserRedirect: true, ...options } })
  expect(error).toBeNull()
  return data?.url ?? ''
}

const signUpHere = (world: ProviderWorld, options: object = {}) =>
  signedUp(world.auth, newPerson(), { url: `${world.front.url}/auth/v1`, flowType: 'pkce', ...options })

async function openHere(...options: Parameters<typeof openProviders>) {
  const world = await openProviders(...options)
  return { world, ...(await signUpHere(world)) }
}

/** Follows the redirects to the provider and back in a browser, and returns the code that the client receives. */
const codeOf = async (url: string) => fieldsOf((await openVisitor().go(url)).url.search).code ?? ''

/** Links a provider's account with PKCE. */
const link = async (client: GoTrueClient) => client.exchangeCodeForSession(await codeOf(await linkUrl(client)))

const identitiesOf = async (client: GoTrueClient) => (await client.getUserIdentities()).data?.identities ?? []
const identityOf = async (client: GoTrueClient, provider: string) => {
  const identity = (await identitiesOf(client)).find((each) => each.provider === provider)
  return identity ?? expect.fail(`No identity of ${provider}`)
}

onOneEngine('Linking', (engine) => {
  it('adds a way to sign in, and tells the owner', async () => {
    const { world, client, person, session } = await openHere(engine)
    const url = await linkUrl(client)
    expect(new URL(url).origin).toBe(world.google.issuer)
    expect(fieldsOf(new URL(url).search)).toMatchObject({ prompt: 'select_account', scope: 'openid email profile' })
    const code = await codeOf(url)
    expect(await identitiesOf(client)).toHaveLength(1)
    expect((await client.exchangeCodeForSession(code)).data.user?.app_metadata.providers).toEqual(['email', 'google'])
    expect((await identitiesOf(client)).map(({ provider }) => provider)).toEqual(['email', 'google'])
    expect((await client.getUser()).data.user?.email).toBe(person.email)
    expect((await world.auth.letterTo(person.email, /linked/)).subject).toContain('linked to your account')
    expect((await signInThrough(world, 'google')).user.id).toBe(session.user.id)
    const audit = await world.auth.world.services.db.selectFrom('auditLog').selectAll().where('action', '=', 'identity.link').execute()
    expect(audit).toMatchObject([{ actor: session.user.id, detail: '{"provider":"google"}' }])
  })

  it('without PKCE comes back to the browser that asked', async () => {
    const world = await openProviders(engine)
    const { client, session } = await signUpHere(world, { flowType: 'implicit' })
    const plain = await world.auth.ask('/user/identities/authorize?provider=google', { bearer: session.access_token })
    expect(plain.status).toBe(302)
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(plain.headers.get('set-cookie') ?? '') ?? []
    const visitor = openVisitor()
    visitor.cookies.push({ host: new URL(world.front.url).hostname, name, value, path: '/', sent: '' })
    expect(fieldsOf((await visitor.go(plain.headers.get('location') ?? '')).url.hash)).toHaveProperty('access_token')
    expect(await identitiesOf(client)).toHaveLength(2)
  })

  it.each(['implicit', 'pkce'] as const)(
    'with %s links nothing of someone else who is sent there, and hands them no session',
    async (flowType) => {
      const world = await openProviders(engine)
      const { client: thief, session } = await signUpHere(world, { flowType })
      const url = await linkUrl(thief, 'google', { queryParams: { prompt: 'none', login_hint: 'victim@example.com' } })
      const asked = fieldsOf(new URL(url).search)
      expect(asked).toMatchObject({ prompt: 'select_account' })
      expect(asked).not.toHaveProperty('login_hint')
      const { search, hash } = (await openVisitor().go(url)).url
      expect(fieldsOf(hash)).not.toHaveProperty('access_token')
      const { code } = fieldsOf(search)
      expect(Boolean(code)).toBe(flowType === 'pkce')
      const guess = await world.auth.ask('/token?grant_type=pkce', { json: { auth_code: code, code_verifier: 'x'.repeat(43) } })
      expect(guess.status).toBe(400)
      expect(await identitiesOf(thief)).toHaveLength(1)
      expect((await signInThrough(world, 'google')).user.id).not.toBe(session.user.id)
    },
  )

  it('is refused where the identity is someone’s already, one’s own too', async () => {
    const world = await openProviders(engine)
    const owner = await signInThrough(world, 'google')
    const { client } = await signUpHere(world)
    const own = world.client({ flowType: 'pkce' })
    const { data } = await owner.client.getSession()
    await own.setSession(data.session ?? expect.fail('nobody is signed in'))
    for (const each of [client, own]) {
      const { url } = await openVisitor().go(await linkUrl(each))
      expect(fieldsOf(url.hash)).toMatchObject({ error: 'access_denied', error_code: 'identity_already_exists' })
    }
    expect(await identitiesOf(client)).toHaveLength(1)
  })

  it('of one identity to two users at once, at two instances, reaches one of them', async () => {
    const world = await openProviders(engine, { instances: 2 })
    const people = [await signUpHere(world), await signUpHere(world)]
    const codes = await Promise.all(people.map(async ({ client }) => codeOf(await linkUrl(client))))
    const answers = await Promise.all(people.map(({ client }, at) => client.exchangeCodeForSession(codes[at] ?? '')))
    expect(answers.map(({ error }) => error?.code ?? 'linked').sort()).toEqual(['identity_already_exists', 'linked'])
    expect((await Promise.all(people.map(({ client }) => identitiesOf(client)))).flat()).toHaveLength(3)
  })

  it('ends with the session that asked for it', async () => {
    const { world, client } = await openHere(engine)
    const [url, code] = [await linkUrl(client), await codeOf(await linkUrl(client))]
    await world.auth.world.services.db.deleteFrom('authSessions').execute()
    expect(fieldsOf((await openVisitor().go(url)).url.hash)).toMatchObject({ error_code: 'session_not_found' })
    expect((await client.exchangeCodeForSession(code)).error?.name).toBe('AuthSessionMissingError')
    expect((await signInThrough(world, 'google')).user.identities).toHaveLength(1)
  })

  it('is for signed-in users, with their second factor, if it is switched on', async () => {
    const world = await openProviders(engine)
    expect(await world.auth.ask('/user/identities/authorize?provider=google')).toMatchObject({
      status: 401,
      json: { code: 'no_authorization' },
    })
    const { client, session } = await signUpHere(world)
    expect((await client.linkIdentity({ provider: 'apple' })).error).toMatchObject({
      status: 400,
      code: 'validation_failed',
      message: 'Unsupported provider: Provider apple could not be found',
    })
    await addFactor(world.auth, session.user.id)
    expect((await client.linkIdentity({ provider: 'google' })).error).toMatchObject({ status: 403, code: 'insufficient_aal' })

    const off = await openProviders(engine, { env: { AUTH_MANUAL_LINKING: 'off' } })
    const { client: other } = await signUpHere(off)
    const refusal = { status: 404, code: 'manual_linking_disabled', message: 'Manual linking is disabled' }
    expect((await other.linkIdentity({ provider: 'google' })).error).toMatchObject(refusal)
    const [identity] = (await other.getUserIdentities()).data?.identities ?? []
    expect((await other.unlinkIdentity(identity as NonNullable<typeof identity>)).error).toMatchObject(refusal)
  })

  it('turns an anonymous user into a permanent one', async () => {
    const world = await openProviders(engine, { env: { AUTH_ANONYMOUS: 'on' } })
    const client = world.client({ flowType: 'pkce' })
    const { data } = await client.signInAnonymously()
    await link(client)
    expect((await client.getUser()).data.user).toMatchObject({
      id: data.user?.id,
      is_anonymous: false,
      email: world.google.person.email,
      email_confirmed_at: expect.any(String),
    })
    // An address that already belongs to a user stays with that user.
    const other = world.client({ flowType: 'pkce' })
    await other.signInAnonymously()
    world.google.person = newOpenIdPerson({ email: world.google.person.email })
    await link(other)
    expect((await other.getUser()).data.user).toMatchObject({ is_anonymous: false, email: '' })
  })
})

onOneEngine('Unlinking', (engine) => {
  async function withGoogle(world: ProviderWorld) {
    const signed = await signUpHere(world)
    expect((await link(signed.client)).error).toBeNull()
    return signed
  }
  async function openWithGoogle(options?: Parameters<typeof openProviders>[1]) {
    const world = await openProviders(engine, options)
    return { world, ...(await withGoogle(world)) }
  }

  it('takes a way to sign in off, and tells the owner', async () => {
    const { world, client, person, session } = await openWithGoogle()
    const identity = await identityOf(client, 'google')
    expect(await client.unlinkIdentity(identity)).toMatchObject({ data: {}, error: null })
    expect((await identitiesOf(client)).map(({ provider }) => provider)).toEqual(['email'])
    expect((await client.unlinkIdentity(identity)).error).toMatchObject({ status: 422, code: 'identity_not_found' })
    expect((await world.auth.letterTo(person.email, /was removed/)).to).toBe(person.email)
    const audit = await world.auth.world.services.db.selectFrom('auditLog').selectAll().where('action', '=', 'identity.unlink').execute()
    expect(audit).toMatchObject([{ actor: session.user.id, subject: identity.identity_id }])
    // The identity belongs to no user now: the next sign-in creates a new one.
    expect((await signInThrough(world, 'google')).user.id).not.toBe(session.user.id)
  })

  it('leaves the last one, and other people’s', async () => {
    const { world, client } = await openHere(engine)
    const mine = await identityOf(client, 'email')
    expect((await client.unlinkIdentity(mine)).error).toMatchObject({ status: 422, code: 'single_identity_not_deletable' })
    const { client: other } = await withGoogle(world)
    expect((await other.unlinkIdentity(mine)).error).toMatchObject({ status: 422, code: 'identity_not_found' })
    expect(await identitiesOf(client)).toHaveLength(1)
  })

  it('of ‘email’ takes the password and the address with it, unless that is someone else’s', async () => {
    const { world, client, person } = await openWithGoogle()
    const identity = await identityOf(client, 'email')
    const { client: holder } = await signUpHere(world)
    const taken = (email: string, id: string | undefined) =>
      world.auth.world.services.db
        .updateTable('authUsers')
        .set({ email })
        .where('id', '=', id ?? '')
        .execute()
    const holderUser = (await holder.getUser()).data.user
    await taken(world.google.person.email ?? '', holderUser?.id)
    expect((await client.unlinkIdentity(identity)).error).toMatchObject({ status: 422, code: 'email_conflict_identity_not_deletable' })
    expect(await identitiesOf(client)).toHaveLength(2)
    await taken(holderUser?.email ?? '', holderUser?.id)

    expect((await client.unlinkIdentity(identity)).error).toBeNull()
    expect((await client.getUser()).data.user).toMatchObject({ email: world.google.person.email })
    expect((await world.client().signInWithPassword(person)).error).toMatchObject({ code: 'invalid_credentials' })
    expect((await world.client().signInWithPassword({ ...person, email: world.google.person.email ?? '' })).error).toMatchObject({
      code: 'invalid_credentials',
    })
  })

  it('of the last two at once, at two instances, leaves one', async () => {
    const { world, client } = await openWithGoogle({ instances: 2 })
    const bearer = (await client.getSession()).data.session?.access_token
    const ids = (await identitiesOf(client)).map(({ identity_id }) => identity_id)
    const answers = await Promise.all(
      ids.map((id, instance) => world.auth.ask(`/user/identities/${id}`, { method: 'DELETE', bearer, instance })),
    )
    expect(answers.map(({ status, json }) => json.code ?? status).sort()).toEqual([200, 'single_identity_not_deletable'])
    expect(await identitiesOf(client)).toHaveLength(1)
  })

  it('requires the second factor if the user has one', async () => {
    const { world, client, session } = await openWithGoogle()
    const identity = await identityOf(client, 'google')
    await addFactor(world.auth, session.user.id)
    expect((await client.unlinkIdentity(identity)).error).toMatchObject({ status: 403, code: 'insufficient_aal' })
    await world.auth.world.services.db.updateTable('authSessions').set({ aal: 'aal2' }).where('userId', '=', session.user.id).execute()
    await client.refreshSession()
    expect((await client.unlinkIdentity(identity)).error).toBeNull()
  })
})

onOneEngine('What is configured', (engine) => {
  it('is what the settings say, and all that can be signed in with', async () => {
    const none = { GOOGLE_CLIENT_ID: '', GOOGLE_CLIENT_SECRET: '' }
    const world = await openProviders(engine, { env: none })
    expect((await world.auth.ask('/settings')).json).toMatchObject({ external: { google: false, github: true } })
    for (const query of [
      'provider=google',
      'provider=nobody',
      'provider=',
      'provider=github&scopes=a%22b',
      'provider=github&code_challenge_method=s256',
    ])
      expect(await world.auth.ask(`/authorize?${query}`), query).toMatchObject({ status: 400, json: { code: 'validation_failed' } })
    expect(await world.auth.world.services.db.selectFrom('authFlows').selectAll().execute()).toEqual([])
  })

  it('is left with a cookie that goes back over encrypted connections only, and that no other site of the domain can set', async () => {
    const world = await openProviders(engine, { env: { SITE_URL: 'https://plumbers.example' } })
    const { headers } = await world.auth.ask('/authorize?provider=github')
    const sent = headers.get('set-cookie') ?? ''
    expect(sent).toMatch(/^__Host-provider-flow-[0-9a-f]{8}=[\w-]{43}; Max-Age=600; Path=\/; HttpOnly; Secure; SameSite=Lax$/)
    const cookie = sent.split(';')[0] ?? ''
    for (const [kept, code] of [
      [cookie.replace('__Host-', '__Secure-'), 'bad_oauth_state'],
      [cookie, 'bad_oauth_callback'],
    ]) {
      const back = await world.auth.ask(`/callback?error=access_denied&state=${cookie.split('=')[1]}`, { headers: { cookie: kept ?? '' } })
      expect(fieldsOf(new URL(back.headers.get('location') ?? '').hash)).toMatchObject({ error_code: code })
    }
    expect(new URL(headers.get('location') ?? '').searchParams.get('redirect_uri')).toBe('https://plumbers.example/auth/v1/callback')
  })

  it('is limited for each address, and the way back says so by a redirect', async () => {
    const world = await openProviders(engine, { env: { RATE_LIMIT_SCALE: '0.02' } })
    for (const status of [302, 302, 302, 429]) expect((await world.auth.ask('/authorize?provider=github')).status).toBe(status)
    const back = await world.auth.ask('/callback?code=x&state=y')
    expect(back.status).toBe(303)
    expect(back.headers.get('location')).toContain('error_code=over_request_rate_limit')
  })
})
