// @module-tag never-again
import { describe, expect, it } from 'vitest'
import type { Engine } from '#app/platform/database.ts'
import { newId } from '#app/values/ids.ts'
import { type AuthWorld, addFactor, newPerson, openAuth, signedUp } from '#test/support/auth.ts'
import { onOneEngine } from '#test/support/world.ts'

const serviceKey = 'service-key-0123456789abcdef0123456789abcdef'

async function openWithKey(engine: Engine) {
  const auth = await openAuth(engine, { env: { API_SERVICE_KEY: serviceKey } })
  return { auth, admin: adminOf(auth) }
}

async function openWithMember(engine: Engine) {
  const opened = await openWithKey(engine)
  return { ...opened, ...(await signedUp(opened.auth)) }
}

const adminOf = (auth: AuthWorld) =>
  auth.client({ headers: { Authorization: `Bearer ${serviceKey}` }, autoRefreshToken: false, persistSession: false }).admin

const auditOf = (auth: AuthWorld, subject: string) =>
  auth.world.services.db.selectFrom('auditLog').select(['actor', 'action']).where('subject', '=', subject).orderBy('id').execute()

/** A user created by the service, with a confirmed address. */
async function madeUser({ admin }: { admin: ReturnType<typeof adminOf> }) {
  const person = newPerson()
  const { data, error } = await admin.createUser({ email: person.email, password: person.password, email_confirm: true })
  expect(error).toBeNull()
  return { person, user: data.user as NonNullable<typeof data.user> }
}

onOneEngine('Users, by the service key,', (engine) => {
  it('are made confirmed or not, and sign in accordingly', async () => {
    const { auth, admin } = await openWithKey(engine)
    const confirmed = newPerson()
    const made = await admin.createUser({
      email: confirmed.email.toUpperCase(),
      password: confirmed.password,
      email_confirm: true,
      user_metadata: { full_name: confirmed.name },
      app_metadata: { plan: 'landlord' },
    })
    expect(made.error).toBeNull()
    expect(made.data.user).toMatchObject({
      email: confirmed.email,
      role: 'authenticated',
      user_metadata: { full_name: confirmed.name },
      app_metadata: { plan: 'landlord', provider: 'email', providers: ['email'] },
      email_confirmed_at: expect.any(String),
    })
    const signedIn = await auth.client().signInWithPassword(confirmed)
    expect(signedIn.error).toBeNull()
    expect(signedIn.data.user?.app_metadata).toMatchObject({ plan: 'landlord' })

    const waiting = newPerson()
    await admin.createUser({ email: waiting.email, password: waiting.password })
    expect((await auth.client().signInWithPassword(waiting)).error).toMatchObject({ code: 'email_not_confirmed' })
    expect(await auth.letters()).toEqual([])
    expect(await auditOf(auth, made.data.user?.id ?? '')).toEqual([{ actor: 'service', action: 'user.create' }])
  })

  it('are refused with a taken or bad address, a weak password, an id, a role or a hash of their own', async () => {
    const { admin, auth } = await openWithKey(engine)
    const { person } = await madeUser({ admin })
    const refusal = async (attributes: Parameters<typeof admin.createUser>[0]) => (await admin.createUser(attributes)).error
    expect(await refusal({ email: person.email, password: 'something else' })).toMatchObject({ status: 422, code: 'email_exists' })
    expect(await refusal({ email: 'nobody' })).toMatchObject({ status: 400, code: 'validation_failed' })
    expect(await refusal({ email: newPerson().email, password: '123456' })).toMatchObject({ status: 422, code: 'weak_password' })
    for (const extra of [{ id: newId() }, { role: 'service_role' }, { password_hash: '$2b$10$abc' }, { ban_duration: 'for ever' }])
      expect(await refusal({ email: newPerson().email, ...extra })).toMatchObject({ status: 400, code: 'validation_failed' })
    expect(await auth.world.services.db.selectFrom('authUsers').select('id').execute()).toHaveLength(1)
  })

  it('are listed page by page, newest first, with their number', async () => {
    const { admin } = await openWithKey(engine)
    const ids: string[] = []
    for (let count = 0; count < 5; count++) ids.unshift((await admin.createUser({ email: newPerson().email })).data.user?.id ?? '')
    const first = await admin.listUsers({ page: 1, perPage: 2 })
    expect(first.data).toMatchObject({ aud: 'authenticated', total: 5, nextPage: 2, lastPage: 3 })
    expect(first.data.users.map(({ id }) => id)).toEqual(ids.slice(0, 2))
    expect(first.data.users[0]?.identities).toHaveLength(1)
    const last = await admin.listUsers({ page: 3, perPage: 2 })
    expect(last.data.users.map(({ id }) => id)).toEqual(ids.slice(4))
    expect((await admin.listUsers()).data.users).toHaveLength(5)
  })

  it('change at once: address, password, what is said of them; a new password ends their sessions', async () => {
    const { auth, admin, client, person, session } = await openWithMember(engine)
    const id = session.user.id
    expect((await admin.getUserById(id)).data.user).toMatchObject({ id, email: person.email })

    const [email, password] = [newPerson().email, 'a password of the desk']
    const said = await admin.updateUserById(id, { user_metadata: { full_name: null, tall: true }, app_metadata: { plan: 'gold' } })
    expect(said.data.user).toMatchObject({ user_metadata: { tall: true }, app_metadata: { plan: 'gold', provider: 'email' } })
    expect(said.data.user?.user_metadata).not.toHaveProperty('full_name')
    expect((await client.getUser()).data.user?.app_metadata).toMatchObject({ plan: 'gold' })

    const changed = await admin.updateUserById(id, { email, password })
    expect(changed.error).toBeNull()
    expect(changed.data.user).toMatchObject({ email, identities: [{ email, identity_data: { email, email_verified: true } }] })
    expect((await client.refreshSession()).error).toMatchObject({ name: 'AuthSessionMissingError' })
    expect((await auth.client().signInWithPassword(person)).error).toMatchObject({ code: 'invalid_credentials' })
    expect((await auth.client().signInWithPassword({ email, password })).error).toBeNull()
    expect((await auth.letterTo(person.email, /address was changed/)).to).toBe(person.email)
    const actions = (await auditOf(auth, id)).filter(({ actor }) => actor === 'service').map(({ action }) => action)
    expect(actions).toEqual(['user.change-metadata', 'session.end', 'user.change-email', 'user.change-password'])
  })

  it('are confirmed without their mail, whose link then is worth nothing', async () => {
    const { auth, admin } = await openWithKey(engine)
    const person = newPerson()
    await auth.client().signUp({ email: person.email, password: person.password })
    const letter = await auth.letterTo(person.email, /Confirm/)
    const id = (await admin.listUsers()).data.users[0]?.id ?? ''
    const confirmed = await admin.updateUserById(id, { email_confirm: true })
    expect(confirmed.data.user).toMatchObject({
      email_confirmed_at: expect.any(String),
      identities: [{ identity_data: { email_verified: true } }],
    })
    expect((await auth.client().signInWithPassword(person)).error).toBeNull()
    expect((await auth.client().verifyOtp({ token_hash: letter.token ?? '', type: 'signup' })).error).toMatchObject({ code: 'otp_expired' })
  })

  it('are banned for a while: every session ends, and signing in is refused until it is over', async () => {
    const { auth, admin, client, person, session } = await openWithMember(engine)
    await admin.updateUserById(session.user.id, { ban_duration: '1h30m' })
    expect((await client.getUser()).error).toMatchObject({ name: 'AuthSessionMissingError' })
    expect((await auth.client().signInWithPassword(person)).error).toMatchObject({ status: 400, code: 'user_banned' })
    auth.world.clock.advance(5_399_999)
    expect((await auth.client().signInWithPassword(person)).error).toMatchObject({ code: 'user_banned' })
    auth.world.clock.advance(1)
    expect((await auth.client().signInWithPassword(person)).error).toBeNull()

    await admin.updateUserById(session.user.id, { ban_duration: '24h' })
    const lifted = await admin.updateUserById(session.user.id, { ban_duration: 'none' })
    expect(lifted.data.user).not.toHaveProperty('banned_until')
    expect((await auth.client().signInWithPassword(person)).error).toBeNull()
  })

  it('are deleted with all that is theirs; softly is refused', async () => {
    const { auth, admin, client, person, session } = await openWithMember(engine)
    expect((await admin.deleteUser(session.user.id, true)).error).toMatchObject({ code: 'validation_failed' })
    expect((await admin.deleteUser(session.user.id)).data.user).toMatchObject({ email: person.email })
    expect((await admin.deleteUser(session.user.id)).error).toMatchObject({ status: 404, code: 'user_not_found' })
    expect((await client.getUser()).error).toMatchObject({ code: 'user_not_found' })
    for (const table of ['authUsers', 'authIdentities', 'authSessions', 'authMailTokens'] as const)
      expect(await auth.world.services.db.selectFrom(table).selectAll().execute()).toEqual([])
    expect((await auditOf(auth, session.user.id)).at(-1)).toEqual({ actor: 'service', action: 'user.delete' })
  })

  it('lose a factor that they have lost, and sign in again everywhere', async () => {
    const { auth, admin, client, session, person } = await openWithMember(engine)
    const { db, clock } = auth.world.services
    const at = clock.now().toISOString()
    const userId = session.user.id
    const mine = await addFactor(auth, userId, { friendlyName: 'Mine' })
    const other = await addFactor(auth, userId, { friendlyName: 'Other' })
    const codes = await addFactor(auth, userId, { kind: 'recovery_code' })
    await db.insertInto('authRecoveryCodes').values({ factorId: codes, codeHash: 'hash', createdAt: at, usedAt: null }).execute()
    await db.updateTable('authSessions').set({ aal: 'aal2', factorId: mine }).where('userId', '=', userId).execute()

    expect((await admin.mfa.listFactors({ userId })).data?.factors.map(({ id }) => id)).toEqual([mine, other, codes])
    // The client returns the whole response as its data.
    expect((await admin.mfa.deleteFactor({ userId, id: mine })).data).toEqual({ data: { id: mine }, error: null })
    expect((await admin.mfa.deleteFactor({ userId, id: mine })).error).toMatchObject({ status: 404, code: 'mfa_factor_not_found' })
    expect((await client.refreshSession()).error).toMatchObject({ name: 'AuthSessionMissingError' })
    expect(await db.selectFrom('authRecoveryCodes').selectAll().execute()).toHaveLength(1)
    expect((await auth.letterTo(person.email, /removed/)).to).toBe(person.email)

    const stranger = await madeUser({ admin })
    expect((await admin.mfa.deleteFactor({ userId: stranger.user.id, id: other })).error).toMatchObject({ code: 'mfa_factor_not_found' })
    expect((await admin.mfa.deleteFactor({ userId, id: other })).error).toBeNull()
    expect(await db.selectFrom('authRecoveryCodes').selectAll().execute()).toEqual([])
  })

  it('are invited by mail, and choose a password once they have accepted', async () => {
    const { auth, admin } = await openWithKey(engine)
    const person = newPerson()
    const invited = await admin.inviteUserByEmail(person.email, {
      data: { full_name: person.name },
      redirectTo: 'http://localhost:3000/welcome',
    })
    expect(invited.data.user).toMatchObject({ email: person.email, invited_at: expect.any(String) })
    const letter = await auth.letterTo(person.email, /invited/)
    expect(letter).toMatchObject({ type: 'invite', redirectTo: 'http://localhost:3000/welcome' })
    const client = auth.client()
    const accepted = await client.verifyOtp({ token_hash: letter.token ?? '', type: 'invite' })
    expect(accepted.data.user).toMatchObject({ user_metadata: { full_name: person.name }, email_confirmed_at: expect.any(String) })
    expect((await client.updateUser({ password: person.password })).error).toBeNull()
    expect((await auth.client().signInWithPassword(person)).error).toBeNull()
    expect((await admin.inviteUserByEmail(person.email)).error).toMatchObject({ status: 422, code: 'email_exists' })
  })

  it('are invited where someone had signed up with their address: of that nothing stays', async () => {
    const { auth, admin } = await openWithKey(engine)
    const stranger = newPerson()
    await auth.client().signUp({ email: stranger.email, password: stranger.password, options: { data: { full_name: 'Mallory' } } })
    const invited = await admin.inviteUserByEmail(stranger.email)
    expect(invited.data.user?.user_metadata).toEqual({})
    const { token } = await auth.letterTo(stranger.email, /invited/)
    expect((await auth.client().verifyOtp({ token_hash: token ?? '', type: 'invite' })).error).toBeNull()
    expect((await auth.client().signInWithPassword(stranger)).error).toMatchObject({ code: 'invalid_credentials' })
  })
})

onOneEngine('Links made for the service', (engine) => {
  it('sign up, invite, recover and sign in: each by its token or its digits, once', async () => {
    const { auth, admin } = await openWithKey(engine)
    const { person } = await madeUser({ admin })
    const cases = [
      { type: 'signup', email: newPerson().email, password: person.password },
      { type: 'invite', email: newPerson().email },
      { type: 'magiclink', email: newPerson().email },
      { type: 'magiclink', email: person.email },
      { type: 'recovery', email: person.email },
    ] as const
    for (const params of cases) {
      const { data, error } = await admin.generateLink({ ...params, options: { redirectTo: 'http://localhost:3000/after' } })
      expect(error).toBeNull()
      expect(data.user).toMatchObject({ email: params.email })
      const { action_link, hashed_token, email_otp, redirect_to, verification_type } = data.properties ?? expect.fail('No link')
      expect({ redirect_to, verification_type }).toEqual({ redirect_to: 'http://localhost:3000/after', verification_type: params.type })
      const link = new URL(action_link)
      expect([link.origin, link.pathname]).toEqual(['http://localhost:3000', '/auth/verify'])
      expect(Object.fromEntries(link.searchParams)).toEqual({ token: hashed_token, type: params.type, redirect_to })
      expect(email_otp).toMatch(/^\d{6}$/)
      const verified = await auth.client().verifyOtp({ token_hash: hashed_token, type: params.type })
      expect(verified.data.user).toMatchObject({ email: params.email, email_confirmed_at: expect.any(String) })
      expect((await auth.client().verifyOtp({ email: params.email, token: email_otp, type: params.type })).error).not.toBeNull()
    }
    const byDigits = await admin.generateLink({ type: 'recovery', email: person.email })
    const digits = { email: person.email, token: byDigits.data.properties?.email_otp ?? '', type: 'recovery' } as const
    expect((await auth.client().verifyOtp(digits)).error).toBeNull()
    expect(await auth.letters()).toEqual([])
  })

  it('lead only to our own origins, and never to an unknown user', async () => {
    const { admin } = await openWithKey(engine)
    const { person } = await madeUser({ admin })
    const away = await admin.generateLink({ type: 'recovery', email: person.email, options: { redirectTo: 'https://evil.example/' } })
    expect(away.data.properties?.redirect_to).toBe('http://localhost:3000/')
    const nobody = newPerson().email
    expect((await admin.generateLink({ type: 'recovery', email: nobody })).error).toMatchObject({ status: 404, code: 'user_not_found' })
    const taken = await admin.generateLink({ type: 'signup', email: person.email, password: person.password })
    expect(taken.error).toMatchObject({ status: 422, code: 'email_exists' })
  })

  it('change an address from both ends', async () => {
    const { auth, admin } = await openWithKey(engine)
    const { person, user } = await madeUser({ admin })
    const newEmail = newPerson().email
    const links = []
    for (const type of ['email_change_current', 'email_change_new'] as const) {
      const { data, error } = await admin.generateLink({ type, email: person.email, newEmail })
      expect(error).toBeNull()
      links.push(data.properties?.hashed_token ?? '')
    }
    const [current = '', fresh = ''] = links
    const half = await auth.ask('/verify', { json: { token_hash: current, type: 'email_change' } })
    expect(half.json).toMatchObject({ code: '200' })
    expect((await admin.getUserById(user.id)).data.user).toMatchObject({ email: person.email, new_email: newEmail })
    expect((await auth.client().verifyOtp({ token_hash: fresh, type: 'email_change' })).data.user).toMatchObject({ email: newEmail })
  })
})

onOneEngine('Someone without an account', (engine) => {
  it('has a session, and keeps it when an address and a password make an account of it', async () => {
    const auth = await openAuth(engine, { env: { AUTH_ANONYMOUS: 'on' } })
    const client = auth.client()
    const { data, error } = await client.signInAnonymously({ options: { data: { borough: 'Hackney' } } })
    expect(error).toBeNull()
    expect(data.user).toMatchObject({ is_anonymous: true, email: '', user_metadata: { borough: 'Hackney' } })
    expect((await client.getClaims()).data?.claims).toMatchObject({ is_anonymous: true, amr: [{ method: 'anonymous' }] })

    const person = newPerson()
    const asked = await client.updateUser({ email: person.email })
    expect(asked.data.user).toMatchObject({ is_anonymous: true, new_email: person.email })
    const letter = await auth.letterTo(person.email, /Confirm your new/)
    const confirmed = await client.verifyOtp({ token_hash: letter.token ?? '', type: 'email_change' })
    expect(confirmed.data.user).toMatchObject({
      id: data.user?.id,
      is_anonymous: false,
      email: person.email,
      email_confirmed_at: expect.any(String),
      identities: [{ provider: 'email', email: person.email }],
      user_metadata: { borough: 'Hackney' },
    })
    expect((await client.updateUser({ password: person.password })).error).toBeNull()
    const signedIn = await auth.client().signInWithPassword(person)
    expect(signedIn.data.user?.id).toBe(data.user?.id)
  })

  it('is refused where that is not switched on', async () => {
    const auth = await openAuth(engine)
    const { error } = await auth.client().signInAnonymously()
    expect(error).toMatchObject({ status: 422, code: 'anonymous_provider_disabled', message: 'Anonymous sign-ins are disabled' })
  })
})

describe('The service key', () => {
  // rights.http.test.ts proves that no one else may call the service.
  it('is none where it is not configured, nor with anything behind it', async () => {
    for (const [env, bearer] of [
      [{}, serviceKey],
      [{ API_SERVICE_KEY: serviceKey }, `${serviceKey}0`],
    ] as [Record<string, string>, string][]) {
      const auth = await openAuth('sqlite', { env })
      expect(await auth.ask('/admin/users', { bearer })).toMatchObject({ status: 401, json: { code: 'no_authorization' } })
    }
  })

  it('refuses ids that are none', async () => {
    const auth = await openAuth('sqlite', { env: { API_SERVICE_KEY: serviceKey } })
    expect(await auth.ask('/admin/users/me', { bearer: serviceKey })).toMatchObject({ status: 404, json: { code: 'validation_failed' } })
    expect(await auth.ask('/admin/users?page=0', { bearer: serviceKey })).toMatchObject({
      status: 400,
      json: { code: 'validation_failed' },
    })
  })
})
