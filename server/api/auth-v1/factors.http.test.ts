// @module-tag never-again
import type { GoTrueClient } from '@supabase/auth-js'
import { decodeJwt } from 'jose'
import { TOTP } from 'otpauth'
import { expect, it } from 'vitest'
import { authenticate } from '#app/features/accounts/authenticate.server.ts'
import { verifyRecoveryCode } from '#app/features/accounts/recovery-codes.server.ts'
import { createSecrets } from '#app/platform/secrets.ts'
import { minutes, seconds } from '#app/values/clock.ts'
import { newId } from '#app/values/ids.ts'
import { type AuthWorld, actionsOf, newPerson, openAuth, openMember, signedUp } from '#test/support/auth.ts'
import { onOneEngine, testSecret } from '#test/support/world.ts'
import { chores } from '../../jobs.ts'

const experimental = { recoveryCodes: true }

/** The code an authenticator app shows, `steps` half-minutes from now. */
const codeOf = (auth: AuthWorld, secret: string, steps = 0) =>
  new TOTP({ secret }).generate({ timestamp: auth.world.clock.now().getTime() + steps * seconds(30) })

/** A well-formed code that is not valid at any accepted moment. */
function wrongCodeOf(auth: AuthWorld, secret: string): string {
  const right = [-1, 0, 1].map((step) => codeOf(auth, secret, step))
  return ['000000', '111111', '222222', '333333'].find((code) => !right.includes(code)) ?? ''
}

async function enrolled(client: GoTrueClient, friendlyName?: string) {
  const { data, error } = await client.mfa.enroll({ factorType: 'totp', friendlyName })
  expect(error).toBeNull()
  if (!data) throw new Error('no factor')
  return { factorId: data.id, secret: data.totp.secret, totp: data.totp }
}

async function challenged(client: GoTrueClient, factorId: string): Promise<string> {
  const { data, error } = await client.mfa.challenge({ factorId })
  expect(error).toBeNull()
  return data?.id ?? ''
}

/** Completes a challenge in the next half-minute, so that the code hasn't been used yet. */
async function stepUp(auth: AuthWorld, client: GoTrueClient, { factorId, secret }: { factorId: string; secret: string }) {
  auth.world.clock.advance(seconds(30))
  const { data, error } = await client.mfa.challengeAndVerify({ factorId, code: codeOf(auth, secret) })
  expect(error).toBeNull()
  if (!data) throw new Error('no session')
  return data
}

/** A user with a verified authenticator app, at aal2. */
async function withTotp(auth: AuthWorld) {
  const { client, person, session } = await signedUp(auth, newPerson(), { experimental })
  const factor = await enrolled(client, 'Phone')
  const raised = await stepUp(auth, client, factor)
  return { client, person, factor, before: session, raised }
}

async function openTotp(...options: Parameters<typeof openAuth>) {
  const auth = await openAuth(...options)
  return { auth, ...(await withTotp(auth)) }
}

/** The same user on another device: signed in with a password, so at aal1. */
async function otherDevice(auth: AuthWorld, person: { email: string; password: string }, instance = 0): Promise<GoTrueClient> {
  const client = auth.client({ experimental, instance })
  expect((await client.signInWithPassword(person)).error).toBeNull()
  return client
}

const levels = async (client: GoTrueClient) => (await client.mfa.getAuthenticatorAssuranceLevel()).data
const wrong = { status: 422, code: 'mfa_verification_failed', message: 'Invalid TOTP code entered' }
const locked = { status: 429, code: 'over_request_rate_limit', message: expect.stringMatching(/^Too many requests:/) }
const notFound = { status: 404, code: 'mfa_factor_not_found' }

/** The client's report of `session_not_found`. */
const sessionGone = { name: 'AuthSessionMissingError' }

async function sweep(auth: AuthWorld) {
  for (const chore of chores) await chore(auth.world.services)
}

onOneEngine('An authenticator app', (engine) => {
  it('is enrolled with a secret, its address and a picture of it, and counts once a code has been verified', async () => {
    const { auth, client, person, session } = await openMember(engine)
    expect(await levels(client)).toMatchObject({ currentLevel: 'aal1', nextLevel: 'aal1' })

    const { factorId, secret, totp } = await enrolled(client, 'Phone')
    expect(secret).toMatch(/^[A-Z2-7]{32}$/)
    const uri = new URL(totp.uri)
    const site = new URL(auth.world.services.config.siteUrl).host
    expect(totp.uri).toMatch(/^otpauth:\/\/totp\//)
    expect(decodeURIComponent(uri.pathname)).toBe(`/${site}:${person.email}`)
    expect(Object.fromEntries(uri.searchParams)).toEqual({ issuer: site, secret, algorithm: 'SHA1', digits: '6', period: '30' })
    expect(totp.qr_code).toMatch(/^data:image\/svg\+xml;utf-8,<svg .*<\/svg>$/)
    expect(totp.qr_code).not.toContain('#')
    const stored = await auth.world.services.db.selectFrom('authFactors').selectAll().where('id', '=', factorId).executeTakeFirstOrThrow()
    expect(JSON.stringify(stored)).not.toContain(secret)
    expect(auth.world.services.secrets.open('totp-secret', stored.sealedSecret ?? '')).toBe(secret)
    expect((await client.mfa.listFactors()).data).toMatchObject({ all: [{ id: factorId, status: 'unverified' }], totp: [] })

    const challenge = await client.mfa.challenge({ factorId })
    expect(challenge.data).toEqual({
      id: expect.any(String),
      type: 'totp',
      expires_at: Math.floor((auth.world.clock.now().getTime() + minutes(5)) / 1000),
    })
    const { data, error } = await client.mfa.verify({ factorId, challengeId: challenge.data?.id ?? '', code: codeOf(auth, secret) })
    expect(error).toBeNull()
    expect(data).toMatchObject({ token_type: 'bearer', expires_in: 3600, user: { email: person.email } })
    expect(data?.refresh_token).not.toBe(session.refresh_token)
    expect(await levels(client)).toMatchObject({
      currentLevel: 'aal2',
      nextLevel: 'aal2',
      currentAuthenticationMethods: [{ method: 'totp' }, { method: 'otp' }],
    })
    const factor = { id: factorId, friendly_name: 'Phone', factor_type: 'totp', status: 'verified' }
    expect((await client.mfa.listFactors()).data).toMatchObject({ all: [factor], totp: [factor], phone: [] })
    expect((await client.getClaims()).data?.claims).toMatchObject({ aal: 'aal2', session_id: expect.any(String) })
    expect((await auth.letterTo(person.email)).subject).toBe('A two-step verification method was added to your account')
    expect(await actionsOf(auth, factorId)).toEqual(['factor.enrol', 'factor.challenge', 'factor.verify'])
  })

  it('never leads from the tokens before it to aal2, not even within the grace', async () => {
    const { auth, client, factor, before } = await openTotp(engine)
    const init = { method: 'DELETE', bearer: before.access_token }
    expect(await auth.ask(`/factors/${factor.factorId}`, init)).toMatchObject({ status: 422, json: { code: 'insufficient_aal' } })
    const old = await auth.ask('/token?grant_type=refresh_token', { json: { refresh_token: before.refresh_token } })
    expect(old).toMatchObject({ status: 400, json: { code: 'refresh_token_already_used' } })
    expect((await client.getUser()).error).toMatchObject(sessionGone)
  })

  it('answers no refresh that comes at the same moment with aal2', async () => {
    const { auth, client, session } = await openMember(engine, { instances: 2 })
    const { factorId, secret } = await enrolled(client)
    const json = { challenge_id: await challenged(client, factorId), code: codeOf(auth, secret) }
    const refresh = { json: { refresh_token: session.refresh_token } }
    const [verified, ...refreshed] = await Promise.all([
      auth.ask(`/factors/${factorId}/verify`, { json, bearer: session.access_token }),
      ...Array.from({ length: 8 }, (_, at) => auth.ask('/token?grant_type=refresh_token', { ...refresh, instance: at % 2 })),
    ])
    // Requests that lose the race use a spent token, which ends the session, possibly before it is raised to aal2.
    expect([200, 403]).toContain(verified?.status)
    for (const { status, json } of refreshed) {
      expect([200, 400]).toContain(status)
      if (status === 200) expect(decodeJwt(String(json.access_token))).toMatchObject({ aal: 'aal1' })
    }
  })

  it('accepts a code once, one of the step before or after, and none from before one that was used, as London’s clocks change', async () => {
    // The app is confirmed in summer time; the next code is 20 seconds into winter time.
    const { auth, client, person, factor } = await openTotp(engine, { now: '2026-10-25T00:59:20.000Z' })
    const { factorId, secret } = factor
    const replayed = await client.mfa.challengeAndVerify({ factorId, code: codeOf(auth, secret) })
    expect(replayed.error).toMatchObject(wrong)
    const earlier = await client.mfa.challengeAndVerify({ factorId, code: codeOf(auth, secret, -1) })
    expect(earlier.error).toMatchObject(wrong)
    // The same on another device, with the spaces that some apps show in codes.
    const other = await otherDevice(auth, person)
    expect((await other.mfa.challengeAndVerify({ factorId, code: codeOf(auth, secret) })).error).toMatchObject(wrong)
    const next = codeOf(auth, secret, 1)
    expect((await other.mfa.challengeAndVerify({ factorId, code: `${next.slice(0, 3)} ${next.slice(3)}` })).error).toBeNull()
    auth.world.clock.advance(seconds(30))
    expect((await client.mfa.challengeAndVerify({ factorId, code: next })).error).toMatchObject(wrong)
    auth.world.clock.advance(seconds(60))
    expect((await client.mfa.challengeAndVerify({ factorId, code: codeOf(auth, secret, -2) })).error).toMatchObject(wrong)
    expect((await client.mfa.challengeAndVerify({ factorId, code: codeOf(auth, secret, -1) })).error).toBeNull()
  })

  it('answers a challenge once, in five minutes, for the factor and the address that asked', async () => {
    const { auth, client, factor, raised } = await openTotp(engine, { env: { TRUST_PROXY: '1' } })
    const { factorId, secret } = factor
    const from = (address: string) => ({ bearer: raised.access_token, headers: { 'x-forwarded-for': address } })
    const here = from('203.0.113.7')
    const challenge = async () => (await auth.ask(`/factors/${factorId}/challenge`, { json: { factorId }, ...here })).json.id
    const verify = (challenge_id: unknown, init = here, id = factorId) =>
      auth.ask(`/factors/${id}/verify`, { json: { challenge_id, code: codeOf(auth, secret) }, ...init })
    const mismatch = { status: 422, json: { code: 'mfa_ip_address_mismatch' } }

    auth.world.clock.advance(seconds(30))
    const used = await challenge()
    expect(await verify(used, from('203.0.113.8'))).toMatchObject(mismatch)
    expect(await verify(used)).toMatchObject({ status: 200 })
    auth.world.clock.advance(seconds(30))
    expect(await verify(used)).toMatchObject(mismatch)
    expect(await verify(newId())).toMatchObject(mismatch)

    const late = await challenge()
    const other = await enrolled(client, 'Other')
    expect(await verify(late, here, other.factorId)).toMatchObject(mismatch)
    auth.world.clock.advance(minutes(5))
    expect(await verify(late)).toMatchObject({ status: 422, json: { code: 'mfa_challenge_expired' } })
    const inTime = await challenge()
    auth.world.clock.advance(minutes(5) - 1)
    expect(await verify(inTime)).toMatchObject({ status: 200 })
    await sweep(auth)
    expect(await auth.world.services.db.selectFrom('authChallenges').selectAll().execute()).toEqual([])
  })

  it('is locked by five wrong codes in a row over challenges and devices, for 15 minutes', async () => {
    const { auth, client, person, factor } = await openTotp(engine, { instances: 2 })
    const { factorId, secret } = factor
    const other = await otherDevice(auth, person, 1)
    auth.world.clock.advance(seconds(30))
    const open = await challenged(client, factorId)
    const code = wrongCodeOf(auth, secret)
    for (const each of [client, other, client, other])
      expect((await each.mfa.challengeAndVerify({ factorId, code })).error).toMatchObject(wrong)
    expect((await client.mfa.verify({ factorId, challengeId: open, code })).error).toMatchObject(wrong)

    const right = codeOf(auth, secret)
    expect((await client.mfa.verify({ factorId, challengeId: open, code: right })).error).toMatchObject(locked)
    expect((await other.mfa.challenge({ factorId })).error).toMatchObject(locked)
    const { data } = await client.getSession()
    const answer = await auth.ask(`/factors/${factorId}/challenge`, { json: {}, bearer: data.session?.access_token, instance: 1 })
    expect(answer.headers.get('retry-after')).toBe('900')
    expect((await actionsOf(auth, factorId)).filter((action) => action === 'factor.refuse')).toHaveLength(5)

    auth.world.clock.advance(minutes(15) - 1)
    expect((await other.mfa.challenge({ factorId })).error).toMatchObject(locked)
    auth.world.clock.advance(1)
    expect((await other.mfa.challengeAndVerify({ factorId, code: codeOf(auth, secret) })).error).toBeNull()
  })

  it('is locked by wrong codes for the other factors of its user too; a right code has them counted again', async () => {
    const { auth, client, factor } = await openTotp(engine)
    const second = await enrolled(client, 'Tablet')
    await stepUp(auth, client, second)
    auth.world.clock.advance(seconds(30))
    const guess = async ({ factorId, secret }: typeof second) =>
      (await client.mfa.challengeAndVerify({ factorId, code: wrongCodeOf(auth, secret) })).error
    for (const each of [factor, second, factor, second]) expect(await guess(each)).toMatchObject(wrong)
    expect((await client.mfa.challengeAndVerify({ factorId: second.factorId, code: codeOf(auth, second.secret) })).error).toBeNull()
    // The first factor had two wrong codes since its last use; the user had none.
    auth.world.clock.advance(seconds(30))
    for (const each of [factor, factor, second, second]) expect(await guess(each)).toMatchObject(wrong)
    expect(await guess(factor)).toMatchObject(wrong)
    for (const each of [factor, second]) expect((await client.mfa.challenge({ factorId: each.factorId })).error).toMatchObject(locked)
    auth.world.clock.advance(minutes(15))
    await stepUp(auth, client, factor)
  })

  it('leaves no more than five guesses to many that come at once', async () => {
    const { auth, client, factor } = await openTotp(engine, { instances: 2 })
    const { factorId, secret } = factor
    auth.world.clock.advance(seconds(30))
    const challengeId = await challenged(client, factorId)
    const bearer = (await client.getSession()).data.session?.access_token
    const json = { challenge_id: challengeId, code: wrongCodeOf(auth, secret) }
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, at) => auth.ask(`/factors/${factorId}/verify`, { json, bearer, instance: at % 2 })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([...Array(5).fill(422), ...Array(15).fill(429)])
  })

  it('takes one code once, also when two instances are sent it 20 times at the same moment', async () => {
    const { auth, client, person, factor } = await openTotp(engine, { instances: 2 })
    const { factorId, secret } = factor
    const device = [client, await otherDevice(auth, person, 1)] as const
    auth.world.clock.advance(seconds(30))
    const code = codeOf(auth, secret)
    const attempts = await Promise.all(
      Array.from({ length: 20 }, async (_, at) => {
        const each = device[at % 2] as GoTrueClient
        const { data } = await each.getSession()
        return { instance: at % 2, bearer: data.session?.access_token, json: { challenge_id: await challenged(each, factorId), code } }
      }),
    )
    const answers = await Promise.all(attempts.map((attempt) => auth.ask(`/factors/${factorId}/verify`, attempt)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.every(({ status }) => [200, 403, 422, 429].includes(status))).toBe(true)
  })

  it('is enrolled by no name twice, and past five minutes not verified any more', async () => {
    const { auth, client } = await openMember(engine)
    const { factorId, secret } = await enrolled(client, 'Phone')
    expect((await client.mfa.enroll({ factorType: 'totp', friendlyName: 'Phone' })).error).toMatchObject({
      status: 422,
      code: 'mfa_factor_name_conflict',
    })
    const challengeId = await challenged(client, factorId)
    auth.world.clock.advance(minutes(5))
    expect((await client.mfa.verify({ factorId, challengeId, code: codeOf(auth, secret) })).error).toMatchObject({
      status: 422,
      code: 'mfa_factor_not_found',
    })
    expect((await client.mfa.challenge({ factorId })).error).toMatchObject(notFound)
    // The name of the expired factor doesn’t block a new one.
    await enrolled(client, 'Phone')
    expect((await client.mfa.listFactors()).data?.all).toHaveLength(1)
    auth.world.clock.advance(minutes(5) - 1)
    await sweep(auth)
    expect((await client.mfa.listFactors()).data?.all).toHaveLength(1)
    auth.world.clock.advance(1)
    await sweep(auth)
    expect((await client.mfa.listFactors()).data?.all).toEqual([])
  })

  it('is not enrolled an eleventh time, also by many that ask at once', async () => {
    const { auth, session } = await openMember(engine, { instances: 2 })
    const enrol = { json: { factor_type: 'totp' }, bearer: session.access_token }
    const answers = await Promise.all(Array.from({ length: 16 }, (_, at) => auth.ask('/factors', { ...enrol, instance: at % 2 })))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(10)
    expect(answers.filter(({ json }) => json.code === 'too_many_enrolled_mfa_factors')).toHaveLength(6)
  })

  it('is added beside another only at aal2; nor may one that a thief enrolled before it stand in for it', async () => {
    const { auth, client, person } = await openMember(engine)
    const mine = await enrolled(client, 'Phone')
    const thief = await otherDevice(auth, person)
    const { data } = await thief.mfa.enroll({ factorType: 'phone', phone: '+447700900264' })
    const theirs = await enrolled(client, 'Also mine')
    await stepUp(auth, client, mine)
    // Other pending factors of the same type are removed.
    expect((await client.mfa.listFactors()).data?.all.map(({ id }) => id)).toEqual([mine.factorId, data?.id])
    expect((await client.mfa.challenge({ factorId: theirs.factorId })).error).toMatchObject(notFound)

    const again = await otherDevice(auth, person)
    const needsAal2 = { status: 403, code: 'insufficient_aal' }
    expect((await again.mfa.enroll({ factorType: 'totp' })).error).toMatchObject(needsAal2)
    const challenge = await again.mfa.challenge({ factorId: data?.id ?? '' })
    const { code = '' } = await auth.letterTo('+447700900264')
    const verified = await again.mfa.verify({ factorId: data?.id ?? '', challengeId: challenge.data?.id ?? '', code })
    expect(verified.error).toMatchObject(needsAal2)
    expect((await client.mfa.enroll({ factorType: 'totp', friendlyName: 'Tablet', issuer: 'Plumbers & Co: London' })).error).toBeNull()
  })
})

onOneEngine('Taking a factor off', (engine) => {
  it('needs aal2 for a verified one; its sessions fall back to aal1, and its owner is told', async () => {
    const { auth, client, person, factor } = await openTotp(engine)
    const { factorId } = factor
    const tablet = await otherDevice(auth, person)
    expect((await tablet.mfa.unenroll({ factorId })).error).toMatchObject({
      status: 422,
      code: 'insufficient_aal',
      message: 'AAL2 required to unenroll verified factor',
    })
    await stepUp(auth, tablet, factor)
    expect(await client.mfa.unenroll({ factorId })).toEqual({ data: { id: factorId }, error: null })
    for (const each of [client, tablet]) {
      expect((await each.refreshSession()).error).toBeNull()
      const level = await levels(each)
      expect(level).toMatchObject({ currentLevel: 'aal1', nextLevel: 'aal1' })
      expect(level?.currentAuthenticationMethods).not.toContainEqual(expect.objectContaining({ method: 'totp' }))
    }
    expect((await client.mfa.listFactors()).data?.all).toEqual([])
    expect((await client.mfa.unenroll({ factorId })).error).toMatchObject(notFound)
    expect((await auth.letterTo(person.email)).subject).toBe('A two-step verification method was removed from your account')
    expect((await actionsOf(auth, factorId)).at(-1)).toBe('factor.remove')
  })

  it('keeps what another factor has raised; one that waits needs no aal2', async () => {
    const { auth, client, person, factor } = await openTotp(engine)
    const second = await enrolled(client, 'Tablet')
    const other = await otherDevice(auth, person)
    expect((await other.mfa.unenroll({ factorId: second.factorId })).error).toBeNull()
    const third = await enrolled(client, 'Tablet')
    await stepUp(auth, client, third)
    expect((await client.mfa.unenroll({ factorId: factor.factorId })).error).toBeNull()
    expect((await client.refreshSession()).error).toBeNull()
    expect(await levels(client)).toMatchObject({ currentLevel: 'aal2', nextLevel: 'aal2' })
  })
})

onOneEngine('A phone', (engine) => {
  const phone = '+44 7700 900264'

  it('is sent a code by text message or WhatsApp, which verifies it once', async () => {
    const { auth, client, person } = await openMember(engine)
    const { data, error } = await client.mfa.enroll({ factorType: 'phone', phone, friendlyName: 'Mobile' })
    expect(error).toBeNull()
    expect(data).toEqual({ id: expect.any(String), type: 'phone', friendly_name: 'Mobile', phone: '447700900264' })
    const factorId = data?.id ?? ''
    const challenge = await client.mfa.challenge({ factorId, channel: 'whatsapp' })
    expect(challenge.data).toMatchObject({ type: 'phone', expires_at: expect.any(Number) })
    const challengeId = challenge.data?.id ?? ''
    const queued = await auth.world.services.db.selectFrom('jobs').select('payload').where('kind', '=', 'account-text').execute()
    expect(queued.map(({ payload }) => JSON.parse(payload))).toEqual([{ challengeId, channel: 'whatsapp' }])
    const letter = await auth.letterTo('+447700900264', /WhatsApp/)
    expect(letter.text).toMatch(/^\d{6} is your code for .* for 5 minutes\./)
    const code = letter.code ?? ''
    expect(code).toMatch(/^\d{6}$/)

    const other = code === '123456' ? '654321' : '123456'
    expect((await client.mfa.verify({ factorId, challengeId, code: other })).error).toMatchObject({
      status: 422,
      code: 'mfa_verification_failed',
      message: 'Invalid MFA Phone code entered',
    })
    expect((await client.mfa.verify({ factorId, challengeId, code })).error).toBeNull()
    expect(await levels(client)).toMatchObject({ currentLevel: 'aal2', currentAuthenticationMethods: [{ method: 'mfa/phone' }, {}] })
    expect((await client.mfa.listFactors()).data?.phone).toMatchObject([{ id: factorId, status: 'verified', phone: '447700900264' }])
    expect((await auth.letterTo(person.email)).subject).toBe('A two-step verification method was added to your account')

    // A new challenge has a new code; the old code no longer works.
    const next = await client.mfa.challenge({ factorId })
    const text = await auth.letterTo('+447700900264', /Text message/)
    expect((await client.mfa.verify({ factorId, challengeId, code })).error).toMatchObject({ code: 'mfa_ip_address_mismatch' })
    expect((await client.mfa.verify({ factorId, challengeId: next.data?.id ?? '', code: text.code ?? '' })).error).toBeNull()

    expect((await client.mfa.enroll({ factorType: 'phone', phone })).error).toMatchObject({ code: 'mfa_verified_factor_exists' })
  })

  it('is sent no more than one message a minute and ten an hour, also when it is taken off and added again', async () => {
    const { auth, client } = await openMember(engine, { env: { RATE_LIMIT_SCALE: '1' } })
    const enrol = async () => (await client.mfa.enroll({ factorType: 'phone', phone })).data?.id ?? ''
    const tooSoon = { status: 429, code: 'over_sms_send_rate_limit', message: expect.stringMatching(/^Too many requests: .* 60 seconds/) }
    const first = await enrol()
    expect((await client.mfa.challenge({ factorId: first })).error).toBeNull()
    expect((await client.mfa.challenge({ factorId: first })).error).toMatchObject(tooSoon)
    expect((await client.mfa.unenroll({ factorId: first })).error).toBeNull()
    expect((await client.mfa.challenge({ factorId: await enrol() })).error).toMatchObject(tooSoon)
    for (let sent = 1; sent < 10; sent++) {
      auth.world.clock.advance(minutes(1))
      expect((await client.mfa.challenge({ factorId: await enrol() })).error).toBeNull()
    }
    auth.world.clock.advance(minutes(1))
    expect((await client.mfa.challenge({ factorId: await enrol() })).error).toMatchObject({ code: 'over_sms_send_rate_limit' })
  })

  it('is sent nothing once its challenge has run out', async () => {
    const { auth, client } = await openMember(engine)
    const { data } = await client.mfa.enroll({ factorType: 'phone', phone })
    await client.mfa.challenge({ factorId: data?.id ?? '' })
    auth.world.clock.advance(minutes(5))
    expect((await auth.letters()).filter(({ to }) => to.startsWith('+'))).toEqual([])
  })
})

onOneEngine('Recovery codes', (engine) => {
  it('are told once, in the form of the contract, and kept as hashes', async () => {
    const { auth, client } = await openTotp(engine)
    expect((await client.mfa.recoveryCodes.getStatus()).error).toMatchObject(notFound)
    const { data, error } = await client.mfa.recoveryCodes.generate({ friendlyName: 'Backup codes' })
    expect(error).toBeNull()
    expect(data).toMatchObject({ type: 'recovery_code', friendly_name: 'Backup codes', total: 10 })
    expect(new Set(data?.codes).size).toBe(10)
    for (const code of data?.codes ?? []) expect(code).toMatch(/^[a-z0-9]{12}$/)
    const stored = JSON.stringify(await auth.world.services.db.selectFrom('authRecoveryCodes').selectAll().execute())
    for (const code of data?.codes ?? []) expect(stored).not.toContain(code)

    expect(await client.mfa.recoveryCodes.getStatus()).toEqual({
      data: { id: data?.id, type: 'recovery_code', total: 10, remaining: 10 },
      error: null,
    })
    expect((await client.mfa.listFactors()).data).toMatchObject({
      recovery_code: [{ id: data?.id, friendly_name: 'Backup codes', status: 'verified' }],
    })
    expect((await client.mfa.recoveryCodes.generate()).error).toMatchObject({ status: 422, code: 'mfa_verified_factor_exists' })
    // The calls for other kinds of factor don't accept them.
    const factorId = data?.id ?? ''
    expect((await client.mfa.challenge({ factorId })).error).toMatchObject(notFound)
    expect((await client.mfa.unenroll({ factorId })).error).toMatchObject(notFound)
    expect((await client.mfa.verify({ factorId, challengeId: newId(), code: '123456' })).error).toMatchObject({
      status: 422,
      code: 'mfa_factor_not_found',
    })
  })

  it('want another factor, and aal2', async () => {
    const auth = await openAuth(engine)
    const { client: without } = await signedUp(auth, newPerson(), { experimental })
    expect((await without.mfa.recoveryCodes.generate()).error).toMatchObject({ status: 422, code: 'mfa_recovery_codes_sole_factor' })
    expect((await without.mfa.recoveryCodes.verify({ code: 'abcd' })).error).toMatchObject({ code: 'mfa_factor_not_found' })
    const { client, person } = await withTotp(auth)
    const other = await otherDevice(auth, person)
    const needsAal2 = { code: 'insufficient_aal' }
    expect((await other.mfa.recoveryCodes.generate()).error).toMatchObject(needsAal2)
    expect((await client.mfa.recoveryCodes.regenerate()).error).toMatchObject(notFound)
    expect((await client.mfa.recoveryCodes.generate({ friendlyName: 'Phone' })).error).toMatchObject({ code: 'mfa_factor_name_conflict' })
    expect((await client.mfa.recoveryCodes.generate()).data).toMatchObject({ friendly_name: 'Recovery codes' })
    expect((await other.mfa.recoveryCodes.regenerate()).error).toMatchObject(needsAal2)
    expect((await other.mfa.recoveryCodes.unenroll()).error).toMatchObject(needsAal2)
    expect((await other.mfa.recoveryCodes.getStatus()).data).toMatchObject({ remaining: 10 })
  })

  it('lead to aal2 once each, however they are typed, and a mail tells of it', async () => {
    const { auth, client, person } = await openTotp(engine)
    const [code = '', second = ''] = (await client.mfa.recoveryCodes.generate()).data?.codes ?? []
    const [other, third] = [await otherDevice(auth, person), await otherDevice(auth, person)]
    const typed = ` ${code.toUpperCase().match(/.{4}/g)?.join('-')} `
    const { data, error } = await other.mfa.recoveryCodes.verify({ code: typed })
    expect(error).toBeNull()
    expect(data).toMatchObject({ token_type: 'bearer', user: { email: person.email } })
    expect(await levels(other)).toMatchObject({
      currentLevel: 'aal2',
      currentAuthenticationMethods: [{ method: 'recovery_code' }, { method: 'password' }],
    })
    expect((await third.getUser()).error).toMatchObject(sessionGone)
    expect((await auth.letterTo(person.email)).subject).toBe('A recovery code was used to sign in')
    const refused = { status: 422, code: 'mfa_verification_failed' }
    expect((await other.mfa.recoveryCodes.verify({ code })).error).toMatchObject(refused)
    expect((await other.mfa.recoveryCodes.verify({ code: '' })).error).toMatchObject(refused)
    expect((await other.mfa.recoveryCodes.getStatus()).data).toMatchObject({ total: 10, remaining: 9 })

    // A user who has lost their phone removes it and enrols another.
    const lost = (await other.mfa.listFactors()).data?.totp[0]?.id ?? ''
    expect((await other.mfa.recoveryCodes.regenerate()).data).toMatchObject({ total: 10, friendly_name: 'Recovery codes' })
    expect((await other.mfa.recoveryCodes.verify({ code: second })).error).toMatchObject(refused)
    expect((await other.mfa.unenroll({ factorId: lost })).error).toBeNull()
    expect((await other.mfa.listFactors()).data?.all).toEqual([])
    expect(await auth.world.services.db.selectFrom('authRecoveryCodes').selectAll().execute()).toEqual([])
    await stepUp(auth, other, await enrolled(other, 'New phone'))
  })

  it('are taken once, also when two instances are sent one at the same moment', async () => {
    const { auth, client, person } = await openTotp(engine, { instances: 2 })
    const code = (await client.mfa.recoveryCodes.generate()).data?.codes[0]
    const bearers = await Promise.all([0, 1].map(async (at) => (await otherDevice(auth, person, at)).getSession()))
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, at) =>
        auth.ask('/factors/recovery-codes/verify', {
          json: { code },
          bearer: bearers[at % 2]?.data.session?.access_token,
          instance: at % 2,
        }),
      ),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    const unused = auth.world.services.db.selectFrom('authRecoveryCodes').select('codeHash').where('usedAt', 'is', null)
    expect(await unused.execute()).toHaveLength(9)
  })

  it('outlive the key that they were kept under, as long as it is known', async () => {
    const { auth, client, raised } = await openTotp(engine)
    const [first, second] = (await client.mfa.recoveryCodes.generate()).data?.codes ?? []
    const { services } = auth.world
    const nextSecret = 'next-secret-0123456789abcdef0123456789abcdef'
    const signedIn = await authenticate(services, `Bearer ${raised.access_token}`)
    const use = (keys: string[], code?: string) =>
      verifyRecoveryCode({ ...services, secrets: createSecrets(keys) }, { clientKey: 'client', userAgent: '' }, signedIn, { code })
    expect(await use([nextSecret, testSecret], first)).toMatchObject({ session: { aal: 'aal2' } })
    await expect(use([nextSecret], second)).rejects.toMatchObject({ status: 422, code: 'mfa_verification_failed' })
  })

  it('share the lock of the other factors, both ways', async () => {
    const { auth, client, person, factor } = await openTotp(engine)
    const [code = ''] = (await client.mfa.recoveryCodes.generate()).data?.codes ?? []
    const other = await otherDevice(auth, person)
    auth.world.clock.advance(seconds(30))
    const guess = { factorId: factor.factorId, code: wrongCodeOf(auth, factor.secret) }
    for (const _ of [1, 2]) expect((await other.mfa.challengeAndVerify(guess)).error).toMatchObject(wrong)
    for (const _ of [1, 2, 3]) expect((await other.mfa.recoveryCodes.verify({ code: 'wrong' })).error).toMatchObject({ status: 422 })
    expect((await other.mfa.recoveryCodes.verify({ code })).error).toMatchObject({
      status: 429,
      code: 'mfa_recovery_codes_locked',
      message: expect.stringMatching(/^Too many requests:/),
    })
    expect((await other.mfa.challenge({ factorId: factor.factorId })).error).toMatchObject(locked)
    auth.world.clock.advance(minutes(15))
    expect((await other.mfa.recoveryCodes.verify({ code })).error).toBeNull()
  })

  it('are taken off alone, and what they raised falls back', async () => {
    const { auth, client, person } = await openTotp(engine)
    const { data } = await client.mfa.recoveryCodes.generate()
    const other = await otherDevice(auth, person)
    expect((await other.mfa.recoveryCodes.verify({ code: data?.codes[3] ?? '' })).error).toBeNull()
    expect((await client.getUser()).error).toMatchObject(sessionGone)
    expect(await other.mfa.recoveryCodes.unenroll()).toEqual({ data: { id: data?.id }, error: null })
    expect((await other.mfa.recoveryCodes.unenroll()).error).toMatchObject(notFound)
    expect((await other.refreshSession()).error).toBeNull()
    expect(await levels(other)).toMatchObject({ currentLevel: 'aal1', nextLevel: 'aal2' })
  })
})

onOneEngine('The calls of second factors', (engine) => {
  it('know nothing of other people’s factors', async () => {
    const { auth, factor } = await openTotp(engine)
    const { client: stranger } = await signedUp(auth, newPerson(), { experimental })
    const { factorId, secret } = factor
    expect((await stranger.mfa.challenge({ factorId })).error).toMatchObject(notFound)
    expect((await stranger.mfa.unenroll({ factorId })).error).toMatchObject(notFound)
    const mine = await enrolled(stranger)
    const challengeId = await challenged(stranger, mine.factorId)
    auth.world.clock.advance(seconds(30))
    expect((await stranger.mfa.verify({ factorId, challengeId, code: codeOf(auth, secret) })).error).toMatchObject({
      status: 422,
      code: 'mfa_factor_not_found',
    })
    expect((await auth.world.services.db.selectFrom('authFactors').selectAll().where('id', '=', factorId).execute())[0]).toMatchObject({
      failures: 0,
      status: 'verified',
    })
  })

  it('take 15 turns a minute for each address, over challenges, codes and instances', async () => {
    const { auth, client, person } = await openMember(engine, { instances: 2, env: { RATE_LIMIT_SCALE: '1' } })
    const { factorId, secret } = await enrolled(client)
    const other = await otherDevice(auth, person, 1)
    for (let turn = 1; turn <= 14; turn++) expect((await (turn % 2 ? client : other).mfa.challenge({ factorId })).error).toBeNull()
    const challengeId = await challenged(client, factorId)
    expect((await client.mfa.verify({ factorId, challengeId, code: codeOf(auth, secret) })).error).toMatchObject(locked)
    expect((await other.mfa.challenge({ factorId })).error).toMatchObject(locked)
    auth.world.clock.advance(minutes(1))
    expect((await client.mfa.verify({ factorId, challengeId, code: codeOf(auth, secret) })).error).toBeNull()
  })
})
