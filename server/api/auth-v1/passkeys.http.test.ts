// @module-tag never-again
import type { GoTrueClient } from '@supabase/auth-js'
import { expect, it } from 'vitest'
import type { Engine } from '#app/platform/database.ts'
import { days, minutes } from '#app/values/clock.ts'
import { newId } from '#app/values/ids.ts'
import { type AuthWorld, actionsOf, newPerson, openAuth, signedUp } from '#test/support/auth.ts'
import { openAuthenticator, type Quirks } from '#test/support/authenticator.ts'
import { onEachEngine, onOneEngine, racing } from '#test/support/world.ts'
import { chores } from '../../jobs.ts'

const serviceKey = 'service-key-0123456789abcdef0123456789abcdef'
const site = 'https://plumbers.example'

type Authenticator = ReturnType<typeof openAuthenticator>

const openHere = (engine: Engine, options: Parameters<typeof openAuth>[1] = {}) =>
  openAuth(engine, { ...options, env: { SITE_URL: site, API_SERVICE_KEY: serviceKey, ...options.env } })

/** Adds a passkey on this device. */
async function registered(client: GoTrueClient, device: Authenticator, quirks?: Quirks) {
  const { data, error } = await client.passkey.startRegistration()
  expect(error).toBeNull()
  if (!data) throw new Error('nothing to make a passkey with')
  const credential = device.create(data.options, quirks)
  return client.passkey.verifyRegistration({ challengeId: data.challenge_id, credential })
}

/** Signs a client in with this device. */
async function entered(client: GoTrueClient, device: Authenticator, quirks?: Quirks) {
  const { data } = await client.passkey.startAuthentication()
  if (!data) throw new Error('nothing to sign')
  return client.passkey.verifyAuthentication({ challengeId: data.challenge_id, credential: device.get(data.options, quirks) })
}

/** A user with a passkey. */
async function withPasskey(engine: Engine, options: Parameters<typeof openAuth>[1] & { counts?: boolean } = {}) {
  const auth = await openHere(engine, options)
  const { client, person, session } = await signedUp(auth)
  const device = openAuthenticator(site, options)
  const { data, error } = await registered(client, device)
  expect(error).toBeNull()
  return { auth, client, person, session, device, passkeyId: data?.id ?? '' }
}

const sessionsOf = ({ world }: AuthWorld) => world.services.db.selectFrom('authSessions').selectAll().orderBy('id').execute()
const refused = { status: 400, code: 'webauthn_verification_failed' }

onEachEngine('A passkey', (engine) => {
  it('is added, signs in at the second level without a password, is listed, renamed and removed, and its owner is told', async () => {
    const { auth, client, person, session, device, passkeyId } = await withPasskey(engine)
    expect((await auth.letterTo(person.email)).subject).toBe('A passkey was added to your account')

    const other = auth.client()
    const { data, error } = await entered(other, device)
    expect(error).toBeNull()
    expect(data?.user).toMatchObject({ id: session.user.id, email: person.email })
    expect((await other.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({
      currentLevel: 'aal2',
      currentAuthenticationMethods: [{ method: 'passkey' }],
    })
    expect((await other.refreshSession()).error).toBeNull()

    const listed = await client.passkey.list()
    expect(listed.data).toEqual([
      { id: passkeyId, friendly_name: expect.any(String), created_at: expect.any(String), last_used_at: expect.any(String) },
    ])
    expect((await client.passkey.update({ passkeyId, friendlyName: ' My phone ' })).data).toMatchObject({ friendly_name: 'My phone' })
    expect((await client.passkey.delete({ passkeyId })).error).toBeNull()
    expect((await client.passkey.list()).data).toEqual([])
    expect((await auth.letterTo(person.email)).subject).toBe('A passkey was removed from your account')
    expect(await actionsOf(auth, passkeyId)).toEqual(['passkey.add', 'passkey.rename', 'passkey.remove'])
    // Sessions opened with the passkey end when it is removed.
    expect((await other.getUser()).error).toMatchObject({ name: 'AuthSessionMissingError' })
    expect((await client.getUser()).error).toBeNull()
    expect((await entered(auth.client(), device)).error).toMatchObject(refused)
  })
})

onOneEngine('Making a passkey', (engine) => {
  it('asks for one that is found without a name, on a device that asks who is there, and of this site alone', async () => {
    const { client, device, session } = await withPasskey(engine)
    const { data } = await client.passkey.startRegistration()
    expect(data?.options).toMatchObject({
      rp: { id: 'plumbers.example' },
      user: { id: Buffer.from(session.user.id).toString('base64url'), name: session.user.email },
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      excludeCredentials: [{ id: device.keys[0]?.id, transports: ['internal', 'hybrid'] }],
      attestation: 'none',
    })
    const asked = await client.passkey.startAuthentication()
    expect(asked.data?.options).toMatchObject({ rpId: 'plumbers.example', userVerification: 'required' })
    expect(asked.data?.options.allowCredentials ?? []).toEqual([])
  })

  it('is refused for another site, another question, without asking who is there, and for a key that is known', async () => {
    const { auth, client, device } = await withPasskey(engine)
    const wrong: Quirks[] = [
      { origin: 'https://plumbers.example.evil.example' },
      { origin: 'http://plumbers.example' },
      { rpId: 'evil.example' },
      { challenge: Buffer.alloc(32).toString('base64url') },
      { type: 'webauthn.get' },
      { userVerified: false },
    ]
    for (const quirks of wrong)
      expect((await registered(client, openAuthenticator(site), quirks)).error, JSON.stringify(quirks)).toMatchObject(refused)

    const thief = await signedUp(auth, newPerson())
    expect((await registered(thief.client, device, { sameId: true })).error).toMatchObject({
      status: 422,
      code: 'webauthn_credential_exists',
    })
    expect((await client.passkey.list()).data).toHaveLength(1)
    expect((await thief.client.passkey.list()).data).toEqual([])
  })

  it('is for the session that asked: another one cannot answer its question, nor answer twice', async () => {
    const { auth, client, person } = await withPasskey(engine)
    const gone = { status: 400, code: 'webauthn_challenge_not_found' }
    const other = auth.client()
    await other.signInWithPassword(person)
    const { data } = await client.passkey.startRegistration()
    if (!data) throw new Error('nothing to make a passkey with')
    const answer = { challengeId: data.challenge_id, credential: openAuthenticator(site).create(data.options) }
    expect((await other.passkey.verifyRegistration(answer)).error).toMatchObject(gone)
    expect((await auth.client().passkey.verifyAuthentication(answer)).error).toMatchObject({ code: 'validation_failed' })
    expect((await client.passkey.verifyRegistration(answer)).error).toBeNull()
    expect((await client.passkey.verifyRegistration(answer)).error).toMatchObject(gone)
  })

  it('requires a fresh proof, and the second step if the user has one', async () => {
    const auth = await openHere(engine)
    const { client, person } = await signedUp(auth)
    await withKey(client)
    const thief = auth.client()
    await thief.signInWithPassword(person)
    expect((await thief.passkey.startRegistration()).error).toMatchObject({ status: 403, code: 'insufficient_aal' })
    auth.world.clock.advance(minutes(11))
    expect((await client.passkey.startRegistration()).error).toMatchObject({ status: 400, code: 'reauthentication_needed' })
  })

  it('ends at ten', async () => {
    const { client } = await withPasskey(engine)
    for (let count = 1; count < 10; count++) expect((await registered(client, openAuthenticator(site))).error).toBeNull()
    expect((await client.passkey.startRegistration()).error).toMatchObject({ status: 422, code: 'too_many_passkeys' })
  })
})

onOneEngine('Signing in with a passkey', (engine) => {
  it('is refused for another site, another question or key, without asking who is there, and says the same for an unknown one', async () => {
    const { auth, device } = await withPasskey(engine)
    const wrong: Quirks[] = [
      { origin: 'https://evil.example' },
      { rpId: 'evil.example' },
      { challenge: Buffer.alloc(32).toString('base64url') },
      { type: 'webauthn.create' },
      { userVerified: false },
      { forged: true },
    ]
    for (const quirks of wrong) expect((await entered(auth.client(), device, quirks)).error, JSON.stringify(quirks)).toMatchObject(refused)
    const unknown = openAuthenticator(site)
    unknown.create({ challenge: '', rp: { id: 'plumbers.example' }, user: { id: '' } })
    expect((await entered(auth.client(), unknown)).error).toMatchObject(refused)
    expect(await sessionsOf(auth)).toHaveLength(1)
    expect((await entered(auth.client(), device)).error).toBeNull()
  })

  it('takes each answer once, whatever came of it, and none after five minutes', async () => {
    const { auth, device } = await withPasskey(engine)
    const gone = { status: 400, code: 'webauthn_challenge_not_found' }
    const ask = async () => {
      const { data } = await auth.client().passkey.startAuthentication()
      if (!data) throw new Error('nothing to sign')
      return { challengeId: data.challenge_id, options: data.options }
    }
    const answer = ({ challengeId, options }: Awaited<ReturnType<typeof ask>>, quirks?: Quirks) =>
      auth.client().passkey.verifyAuthentication({ challengeId, credential: device.get(options, quirks) })

    const used = await ask()
    const credential = device.get(used.options)
    expect((await auth.client().passkey.verifyAuthentication({ challengeId: used.challengeId, credential })).error).toBeNull()
    expect((await auth.client().passkey.verifyAuthentication({ challengeId: used.challengeId, credential })).error).toMatchObject(gone)
    const other = await ask()
    expect((await auth.client().passkey.verifyAuthentication({ challengeId: other.challengeId, credential })).error).toMatchObject(refused)
    expect((await answer(other)).error).toMatchObject(gone)

    const [late, swept] = [await ask(), await ask()]
    auth.world.clock.advance(minutes(5))
    expect((await answer(late)).error).toMatchObject({ status: 400, code: 'webauthn_challenge_expired' })
    for (const chore of chores) await chore(auth.world.services)
    expect((await answer(swept)).error).toMatchObject(gone)
    expect(await auth.world.services.db.selectFrom('authPasskeyChallenges').selectAll().execute()).toEqual([])
  })

  it('is refused to anyone who is banned', async () => {
    const { auth, device, session } = await withPasskey(engine)
    const bannedUntil = new Date(auth.world.clock.now().getTime() + days(1)).toISOString()
    await auth.world.services.db.updateTable('authUsers').set({ bannedUntil }).where('id', '=', session.user.id).execute()
    expect((await entered(auth.client(), device)).error).toMatchObject({ status: 400, code: 'user_banned' })
  })

  it('blocks a passkey whose count goes back, ends what it opened, and tells its owner; a wrong signature does not', async () => {
    const { auth, client, person, device, passkeyId } = await withPasskey(engine, { counts: true })
    const copy = auth.client()
    expect((await entered(copy, device)).error).toBeNull()
    expect((await entered(auth.client(), device, { counter: 1, forged: true })).error).toMatchObject(refused)
    expect((await entered(auth.client(), device)).error).toBeNull()
    expect((await copy.getUser()).error).toBeNull()

    expect((await entered(auth.client(), device, { counter: 2 })).error).toMatchObject(refused)
    expect((await auth.letterTo(person.email)).subject).toBe('One of your passkeys may have been copied, so we’ve blocked it')
    expect((await copy.getUser()).error).toMatchObject({ name: 'AuthSessionMissingError' })
    expect((await client.getUser()).error).toBeNull()
    expect((await entered(auth.client(), device)).error).toMatchObject(refused)
    expect(await actionsOf(auth, passkeyId)).toContain('passkey.block')
    // The password still works, and another passkey can be added.
    expect((await auth.client().signInWithPassword(person)).error).toBeNull()
  })

  it('answers one of two that come at once with the same answer, at two instances', async () => {
    const { auth, device } = await withPasskey(racing(engine), { instances: 2 })
    const { data } = await auth.client().passkey.startAuthentication()
    if (!data) throw new Error('nothing to sign')
    const credential = device.get(data.options)
    const both = await Promise.all(
      [0, 1].map((instance) => auth.client({ instance }).passkey.verifyAuthentication({ challengeId: data.challenge_id, credential })),
    )
    expect(both.filter(({ error }) => error === null)).toHaveLength(1)
    expect(both.find(({ error }) => error)?.error).toMatchObject({ code: 'webauthn_challenge_not_found' })
  })
})

onOneEngine('Someone else’s passkey', (engine) => {
  it('can neither be renamed nor removed, but by the service', async () => {
    const { auth, client, session, device, passkeyId } = await withPasskey(engine)
    const { client: thief } = await signedUp(auth, newPerson())
    const none = { status: 404, code: 'webauthn_credential_not_found' }
    expect((await thief.passkey.update({ passkeyId, friendlyName: 'Mine' })).error).toMatchObject(none)
    expect((await thief.passkey.delete({ passkeyId })).error).toMatchObject(none)
    expect((await client.passkey.delete({ passkeyId: newId() })).error).toMatchObject(none)
    const { admin } = auth.client({ headers: { Authorization: `Bearer ${serviceKey}` }, autoRefreshToken: false, persistSession: false })
    const userId = session.user.id
    expect((await admin.passkey.listPasskeys({ userId })).data).toMatchObject([{ id: passkeyId }])
    expect((await admin.passkey.deletePasskey({ userId, passkeyId })).error).toBeNull()
    expect((await entered(auth.client(), device)).error).toMatchObject(refused)
    expect((await admin.passkey.listPasskeys({ userId: newId() })).error).toMatchObject({ status: 404, code: 'user_not_found' })
    expect((await auth.ask(`/admin/users/${userId}/passkeys`)).status).toBe(401)
  })
})

/** Enrols a security key as the client's `mfa.webauthn.register` does in a browser. */
async function withKey(client: GoTrueClient, device = openAuthenticator(site, { counts: true }), quirks?: Quirks) {
  const enrolled = await client.mfa.enroll({ factorType: 'webauthn', friendlyName: 'My key' })
  expect(enrolled.error).toBeNull()
  const factor = enrolled.data as NonNullable<typeof enrolled.data>
  const answer = await answered(client, factor.id, device, quirks)
  return { factor, device, answer }
}

/** Challenges a security key factor and responds, with the bodies that the client sends. */
async function answered(client: GoTrueClient, factorId: string, device: Authenticator, quirks?: Quirks) {
  const webauthn = { rpId: 'plumbers.example', rpOrigins: [site] }
  const asked = await client.mfa.challenge({ factorId, webauthn })
  if (!asked.data) return asked
  const { type, credential_options } = asked.data.webauthn
  const publicKey = asJson(credential_options.publicKey)
  const made = type === 'create' ? device.create(publicKey as never, quirks) : device.get(publicKey as never, quirks)
  // The client calls `toJSON` on the browser's object.
  const credential_response = { toJSON: () => made } as never
  return client.mfa.verify({ factorId, challengeId: asked.data.id, webauthn: { ...webauthn, type, credential_response } as never })
}

/** The client has decoded base64url values to bytes; the test authenticator needs them as they were sent. */
const asJson = (options: object): object =>
  JSON.parse(JSON.stringify(options, (_, value) => (value instanceof ArrayBuffer ? Buffer.from(value).toString('base64url') : value)))

onOneEngine('A security key as a second factor', (engine) => {
  it('is enrolled, asked for after a password, and raises the session; it signs no one in by itself', async () => {
    const auth = await openHere(engine)
    const { client, person } = await signedUp(auth)
    const { factor, device, answer } = await withKey(client, undefined, { userVerified: false })
    expect(factor).toEqual({ id: expect.any(String), type: 'webauthn', friendly_name: 'My key' })
    expect(answer.error).toBeNull()
    expect((await client.mfa.listFactors()).data?.webauthn).toMatchObject([{ id: factor.id, factor_type: 'webauthn', status: 'verified' }])
    expect((await auth.letterTo(person.email)).subject).toBe('A two-step verification method was added to your account')

    const other = auth.client()
    await other.signInWithPassword(person)
    expect((await other.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({ currentLevel: 'aal1', nextLevel: 'aal2' })
    const wrong = { status: 422, code: 'mfa_verification_failed' }
    for (const quirks of [{ forged: true }, { origin: 'https://evil.example' }])
      expect((await answered(other, factor.id, device, quirks)).error).toMatchObject(wrong)
    expect((await answered(other, factor.id, device, { userVerified: false })).error).toBeNull()
    expect((await other.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({
      currentLevel: 'aal2',
      currentAuthenticationMethods: [{ method: 'mfa/webauthn' }, { method: 'password' }],
    })

    expect((await entered(auth.client(), device)).error).toMatchObject(refused)
    expect((await other.passkey.list()).data).toEqual([])
    expect((await other.mfa.unenroll({ factorId: factor.id })).error).toBeNull()
    expect(await auth.world.services.db.selectFrom('authPasskeys').selectAll().execute()).toEqual([])
  })

  it('does not take what another device has made, nor a code', async () => {
    const auth = await openHere(engine)
    const { client, person } = await signedUp(auth)
    const { factor } = await withKey(client)
    const other = auth.client()
    await other.signInWithPassword(person)
    const stranger = openAuthenticator(site)
    stranger.create({ challenge: '', rp: { id: 'plumbers.example' }, user: { id: '' } })
    const { data } = await other.mfa.challenge({ factorId: factor.id, webauthn: { rpId: 'plumbers.example' } })
    const options = asJson(data?.webauthn.credential_options.publicKey ?? {}) as { challenge: string }
    const made = stranger.get({ challenge: options.challenge })
    const verify = (fields: object) =>
      auth.ask(`/factors/${factor.id}/verify`, {
        bearer: bearer,
        json: { challenge_id: data?.id, ...fields },
      })
    const bearer = (await other.getSession()).data.session?.access_token
    const wrong = { status: 422, json: { code: 'mfa_verification_failed' } }
    expect(await verify({ webauthn: { type: 'request', credential_response: made } })).toMatchObject(wrong)
    expect(await verify({ code: '123456' })).toMatchObject(wrong)
    expect(await verify({ webauthn: { type: 'create', credential_response: made } })).toMatchObject({ status: 400 })
    expect(await verify({})).toMatchObject({ status: 400, json: { code: 'validation_failed' } })
  })
})

onOneEngine('A site whose address is a number', (engine) => {
  it('has no passkeys, since browsers make none for it', async () => {
    const auth = await openHere(engine, { env: { SITE_URL: 'http://127.0.0.1:3000' } })
    expect((await auth.client().passkey.startAuthentication()).error).toMatchObject({ status: 404, code: 'passkey_disabled' })
  })
})
