// @module-tag never-again
import { describe, expect, it } from 'vitest'
import { openAuth, openMember, signedUp } from '#test/support/auth.ts'
import { onOneEngine } from '#test/support/world.ts'

const json = { 'content-type': 'application/json' }
const withVersion = (version: string | undefined) => ({ 'x-supabase-api-version': version ?? '' })

describe('An error', () => {
  it('has the shape that the client’s version knows', async () => {
    const auth = await openAuth('sqlite')
    const message = 'This endpoint requires a valid Bearer token'
    for (const version of ['2024-01-01', '2025-06-30']) {
      const answer = await auth.ask('/user', { headers: withVersion(version) })
      expect([answer.status, answer.json]).toEqual([401, { code: 'no_authorization', message }])
      expect(answer.headers.get('x-supabase-api-version')).toBe('2024-01-01')
    }
    for (const version of ['2023-12-31', '', 'latest']) {
      const answer = await auth.ask('/user', { headers: withVersion(version) })
      expect(answer.json).toEqual({ code: 401, error_code: 'no_authorization', msg: message })
      expect(answer.headers.has('x-supabase-api-version')).toBe(false)
    }
  })

  it('of our own names nothing but an id', async () => {
    const auth = await openAuth('sqlite')
    await auth.world.services.db.schema.dropTable('authMailTokens').execute()
    const answer = await auth.ask('/verify', { json: { token_hash: 'x', type: 'signup' }, headers: withVersion('') })
    expect(answer).toMatchObject({
      status: 500,
      json: { code: 500, error_code: 'unexpected_failure', msg: 'Internal Server Error', error_id: expect.any(String) },
    })
    expect(JSON.stringify(answer.json)).not.toMatch(/table|sql/i)
  })
})

describe('A page of another site', () => {
  it('may ask with the headers of the client, and read the version', async () => {
    const auth = await openAuth('sqlite')
    const asked = 'authorization,apikey,content-type,x-client-info,x-supabase-api-version'
    for (const method of ['GET', 'POST', 'PUT', 'DELETE']) {
      const preflight = await auth.ask('/user', {
        method: 'OPTIONS',
        headers: { origin: 'https://elsewhere.example', 'access-control-request-method': method, 'access-control-request-headers': asked },
      })
      expect(preflight.status).toBe(204)
      expect(preflight.headers.get('access-control-allow-origin')).toBe('*')
      expect(preflight.headers.has('access-control-allow-credentials')).toBe(false)
      expect(preflight.headers.get('access-control-allow-methods')?.split(',')).toContain(method)
      const allowed = preflight.headers.get('access-control-allow-headers')?.toLowerCase().split(',')
      expect(allowed).toEqual(expect.arrayContaining(asked.split(',')))
    }
    const answers = [
      await auth.ask('/settings', { headers: { origin: 'https://elsewhere.example' } }),
      await auth.ask('/user', { headers: { origin: 'https://elsewhere.example' } }),
      await auth.ask('/signup', { method: 'POST', body: 'x'.repeat(70_000), headers: { origin: 'https://elsewhere.example' } }),
    ]
    expect(answers.map(({ status }) => status)).toEqual([200, 401, 413])
    for (const { headers } of answers) {
      expect(headers.get('access-control-allow-origin')).toBe('*')
      expect(headers.get('access-control-expose-headers')).toMatch(/X-Supabase-Api-Version.*Retry-After/)
      expect(headers.get('cache-control')).toBe('no-store')
    }
  })
})

onOneEngine('A body', (engine) => {
  it('needs no content type, and may be nothing where nothing is asked', async () => {
    const { auth, person, session } = await openMember(engine)
    const root = auth.urls[0]
    const plain = await fetch(`${root}/token?grant_type=password`, { method: 'POST', body: new Blob([JSON.stringify(person)]) })
    expect(plain.status).toBe(200)
    const out = await fetch(`${root}/logout`, { method: 'POST', headers: { ...json, authorization: `bearer ${session.access_token}` } })
    expect([out.status, await out.text()]).toEqual([204, ''])
  })

  it('that is too large is refused in the shape of the contract, with a length or without', async () => {
    const auth = await openAuth(engine)
    const text = JSON.stringify({ email: 'a@example.com', note: 'x'.repeat(70_000) })
    const expected = { code: 'too_large', message: 'The body is too large' }
    const withLength = await auth.ask('/recover', { method: 'POST', body: text })
    expect(withLength).toMatchObject({ status: 413, json: expected })
    const streamed = await auth.ask('/recover', { method: 'POST', body: new Blob([text]).stream(), duplex: 'half' } as RequestInit)
    expect(streamed).toMatchObject({ status: 413, json: expected })
  })
})

describe('Every other path', () => {
  it('is answered in JSON, whatever the method', async () => {
    const auth = await openAuth('sqlite')
    const none = [
      ['GET', '/nothing'],
      ['POST', '/'],
      ['PATCH', '/user'],
      ['GET', '/signup'],
      ['GET', '/%00'],
    ] as const
    for (const [method, path] of none) {
      const answer = await auth.ask(path, { method })
      expect([answer.status, answer.json.code], `${method} ${path}`).toEqual([404, 'not_found'])
      expect(answer.headers.get('content-type')).toMatch(/^application\/json/)
    }
  })

  it('answers HEAD as GET, without a body', async () => {
    const auth = await openAuth('sqlite')
    for (const path of ['/settings', '/health', '/.well-known/jwks.json', '/user']) {
      const [get, head] = [await auth.ask(path), await auth.ask(path, { method: 'HEAD' })]
      expect(head.status).toBe(get.status)
      expect(head.json).toEqual({})
      expect(head.headers.get('content-type')).toBe(get.headers.get('content-type'))
    }
  })
})

onOneEngine('A bearer', (engine) => {
  it('that is none, not ours, or of another service is refused', async () => {
    const { auth, session } = await openMember(engine, { env: { API_ANON_KEY: 'anon-key-0123456789' } })
    const [head = '', body = '', seal = ''] = session.access_token.split('.')
    const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
    const claims = JSON.parse(Buffer.from(body, 'base64url').toString()) as Record<string, unknown>
    const { kid } = JSON.parse(Buffer.from(head, 'base64url').toString()) as { kid: string }
    const refusal = async (bearer: string) => (await auth.ask('/user', { bearer })).json.code
    for (const forged of [
      `${encode({ alg: 'none', kid })}.${body}.`,
      `${head}.${encode({ ...claims, sub: 'somebody else' })}.${seal}`,
      'x',
      session.refresh_token,
    ])
      expect(await refusal(forged), forged.slice(0, 60)).toBe('bad_jwt')
    const { signingKeys } = auth.world.services
    expect(await refusal(await signingKeys.sign({ ...claims, iss: 'https://elsewhere.example/auth/v1' }))).toBe('bad_jwt')
    expect(await refusal(await signingKeys.sign({ ...claims, session_id: 'another' }))).toBe('session_not_found')
    expect(await refusal(await signingKeys.sign({ ...claims, sub: 'nobody' }))).toBe('user_not_found')
    const { session: other } = await signedUp(auth)
    expect(await refusal(await signingKeys.sign({ ...claims, sub: other.user.id }))).toBe('session_not_found')
    expect(await refusal('anon-key-0123456789')).toBe('no_authorization')
    expect((await auth.ask('/user', { headers: { authorization: `Basic ${session.access_token}` } })).json.code).toBe('no_authorization')
    expect((await auth.ask('/user', { bearer: session.access_token })).status).toBe(200)
  })

  it('in a cookie or in the query is none', async () => {
    const { auth, session } = await openMember(engine)
    const cookie = await auth.ask(`/user?access_token=${session.access_token}`, {
      headers: { cookie: `access_token=${session.access_token}; sb-access-token=${session.access_token}` },
    })
    expect(cookie).toMatchObject({ status: 401, json: { code: 'no_authorization' } })
  })
})

describe('What is switched off', () => {
  it('says so in the words that clients know', async () => {
    const auth = await openAuth('sqlite')
    const client = auth.client()
    expect((await client.signInWithSSO({ domain: 'example.com' })).error).toMatchObject({ status: 404, code: 'saml_provider_disabled' })
    const phone = '+447700900123'
    const disabled = { status: 400, code: 'phone_provider_disabled' }
    expect((await client.signInWithOtp({ phone })).error).toMatchObject(disabled)
    expect((await client.signInWithPassword({ phone, password: 'x' })).error).toMatchObject({ ...disabled, status: 422 })
    expect((await client.resend({ type: 'sms', phone })).error).toMatchObject(disabled)
    expect((await client.verifyOtp({ phone, token: '123456', type: 'sms' })).error).toMatchObject({ status: 403, code: 'otp_expired' })
    expect((await client.verifyOtp({ phone: '+0123', token: '123456', type: 'sms' })).error).toMatchObject({ status: 400 })
  })
})
