// @module-tag never-again

import { expect, it } from 'vitest'
import { limits } from '#app/platform/limits.ts'
import { minutes } from '#app/values/clock.ts'
import { type AuthWorld, newPerson, openAuth, openMember, signedUp } from '#test/support/auth.ts'
import { isDeep } from '#test/support/depth.ts'
import { onOneEngine } from '#test/support/world.ts'

/** Behind a proxy, so that tests can send requests from any address. */
const behindProxy = { RATE_LIMIT_SCALE: '1', TRUST_PROXY: '1' }
const from = (address: string) => ({ headers: { 'x-forwarded-for': address } })

const tooMany = {
  status: 429,
  json: { code: 'over_request_rate_limit', message: 'Too many requests: Request rate limit reached' },
}

/** Sends a few more requests than the limit allows, in parallel. Returns how many were let through. */
async function reach(ask: (at: number) => Promise<{ status: number }>, turns: number) {
  const answers = await Promise.all(Array.from({ length: turns + 6 }, (_, at) => ask(at)))
  return answers.filter(({ status }) => status !== 429).length
}

async function refusedThenLifted(auth: AuthWorld, ask: () => ReturnType<AuthWorld['ask']>, windowMs: number) {
  const refused = await ask()
  expect(refused).toMatchObject(tooMany)
  const wait = Number(refused.headers.get('retry-after'))
  expect(wait).toBe(windowMs / 1000)
  auth.world.clock.advance(windowMs - 1)
  expect((await ask()).status).toBe(429)
  auth.world.clock.advance(1)
  expect((await ask()).status).not.toBe(429)
}

onOneEngine('From one address', (engine) => {
  it('150 tokens may be asked for in five minutes, of whatever kind, over all instances', async () => {
    const auth = await openAuth(engine, { env: behindProxy, instances: 2 })
    const grants = ['refresh_token', 'pkce']
    const bodies = [{ refresh_token: Buffer.alloc(56).toString('base64url') }, { auth_code: 'x', code_verifier: 'x' }]
    const { session } = await signedUp(auth)
    const refreshed = await auth.ask('/token?grant_type=refresh_token', { json: { refresh_token: session.refresh_token } })
    const ask = (at: number) =>
      auth.ask(`/token?grant_type=${grants[at % 2]}`, { json: bodies[at % 2], instance: at % 2, ...from('203.0.113.1') })
    expect(refreshed.status).toBe(200)
    // A made-up refresh token doesn't count towards the limit: only the other requests do.
    expect(await reach((at) => ask(at * 2 + 1), limits.authToken.turns)).toBe(limits.authToken.turns)
    await refusedThenLifted(auth, () => ask(1), limits.authToken.windowMs)
  })

  it('30 proofs may be tried in five minutes', async () => {
    const auth = await openAuth(engine, { env: behindProxy, instances: 2 })
    const ask = (at: number) =>
      auth.ask('/verify', { json: { token_hash: `none ${at}`, type: 'signup' }, instance: at % 2, ...from('203.0.113.1') })
    expect(await reach(ask, limits.authVerify.turns)).toBe(limits.authVerify.turns)
    expect((await auth.ask('/verify', { json: { token_hash: 'x', type: 'signup' }, ...from('203.0.113.2') })).status).toBe(403)
    await refusedThenLifted(auth, () => ask(0), limits.authVerify.windowMs)
  })

  it('30 mails, sign-ups and changes may be asked for in five minutes, together', async () => {
    const { auth, session } = await openMember(engine, { env: behindProxy, instances: 2 })
    const paths = ['/recover', '/otp', '/resend', '/user'] as const
    const ask = (at: number) => {
      const path = paths[at % 4] ?? '/otp'
      const json = path === '/user' ? { data: { at } } : { email: newPerson().email, type: 'signup', create_user: false }
      return auth.ask(path, {
        method: path === '/user' ? 'PUT' : 'POST',
        body: JSON.stringify(json),
        bearer: session.access_token,
        instance: at % 2,
        ...from('203.0.113.1'),
      })
    }
    expect(await reach(ask, limits.authAsk.turns)).toBe(limits.authAsk.turns)
    expect(await auth.ask('/signup', { json: newPerson(), ...from('203.0.113.1') })).toMatchObject(tooMany)
    expect((await auth.ask('/signup', { json: newPerson(), ...from('203.0.113.2') })).status).toBe(200)
    await refusedThenLifted(auth, () => ask(0), limits.authAsk.windowMs)
  })

  it('what a client writes into X-Forwarded-For itself, and another address of the same IPv6 network, change nothing', async () => {
    const auth = await openAuth(engine, { env: behindProxy })
    const ask = (forwardedFor: string) => auth.ask('/verify', { json: { token_hash: 'x', type: 'signup' }, ...from(forwardedFor) })
    for (let at = 0; at < limits.authVerify.turns; at++) expect((await ask(`198.51.100.${at}, 2001:db8::${at}`)).status).toBe(403)
    expect(await ask('198.51.100.77, 2001:db8::77')).toMatchObject(tooMany)
    expect((await ask('2001:db8:0:1::77')).status).toBe(403)
  })

  it('other spellings of a path lead nowhere, or to the same limit', async () => {
    const auth = await openAuth(engine, { env: behindProxy })
    const body = { json: { token_hash: 'x', type: 'signup' }, ...from('203.0.113.1') }
    for (let at = 0; at < limits.authVerify.turns; at++) await auth.ask('/verify', body)
    const root = new URL(auth.urls[0] ?? '').origin
    for (const path of ['//auth/v1/verify', '/auth/v1/verify/', '/auth/v1/x/../verify', '/AUTH/v1/verify', '/auth/v1/%76erify']) {
      const response = await fetch(root + path, {
        method: 'POST',
        body: JSON.stringify(body.json),
        headers: { 'content-type': 'application/json', 'x-forwarded-for': '203.0.113.1' },
      })
      const text = await response.text()
      expect([404, 429, 200]).toContain(response.status)
      // 200 is the stub page, not a response of this API.
      if (response.status === 200) expect(text).toBe('page')
    }
  })
})

onOneEngine('For one account', (engine) => {
  const signIn = (auth: AuthWorld, email: string, at: number, address: string, password = 'not this one') =>
    auth.ask('/token?grant_type=password', { json: { email, password }, instance: at % 2, ...from(address) })

  it.each(['known', 'unknown'])('that is %s, 20 sign-ins may be tried from one address, 100 from all', async (which) => {
    const auth = await openAuth(engine, { env: behindProxy, instances: 2 })
    const person = which === 'known' ? (await signedUp(auth)).person : newPerson()
    const here = limits.authSignInHere
    expect(await reach((at) => signIn(auth, person.email, at, '203.0.113.1'), here.turns)).toBe(here.turns)
    // Even the right password is refused, and so is another spelling of the address.
    const refused = await signIn(auth, ` ${person.email.toUpperCase()}`, 0, '203.0.113.1', person.password)
    expect(refused).toMatchObject(tooMany)
    expect(refused.headers.get('retry-after')).toBe(String(here.windowMs / 1000))
    // Another user from that address is allowed, and so is this user from another address.
    expect((await signIn(auth, newPerson().email, 0, '203.0.113.1')).status).toBe(400)
    expect((await signIn(auth, person.email, 0, '203.0.113.2')).status).toBe(400)
    // Every attempt hashes a password, so unknown users, who are counted by the same code, are tested only at full depth.
    if (which === 'unknown' && !isDeep) return
    let others = 1
    for (let at = 2; at <= 7; at++) others += await reach((n) => signIn(auth, person.email, n, `203.0.113.${at}`), here.turns)
    expect(others).toBe(limits.authSignIn.turns - here.turns)
    expect(await signIn(auth, person.email, 1, '203.0.113.99')).toMatchObject(tooMany)
    auth.world.clock.advance(limits.authSignIn.windowMs)
    expect((await signIn(auth, person.email, 1, '203.0.113.99', person.password)).status).toBe(which === 'known' ? 200 : 400)
  })

  it('30 codes may be tried in an hour, from all addresses and whatever mails are asked for', async () => {
    const auth = await openAuth(engine, { env: behindProxy, instances: 2 })
    const { email } = newPerson()
    const ask = (at: number) =>
      auth.ask('/verify', { json: { email, token: '000000', type: 'email' }, instance: at % 2, ...from(`203.0.113.${at}`) })
    expect(await reach(ask, limits.authCode.turns)).toBe(limits.authCode.turns)
    await refusedThenLifted(auth, () => ask(250), limits.authCode.windowMs)
  })

  it('a stranger does not use up the codes of its owner', async () => {
    const { auth, person, session } = await openMember(engine, { env: behindProxy })
    const { email } = person
    const guess = () => auth.ask('/verify', { json: { email, token: '000000', type: 'email' }, ...from('203.0.113.1') })
    for (let at = 0; at < limits.authCodeHere.turns; at++) expect((await guess()).status).toBe(403)
    for (let at = limits.authCodeHere.turns; at < limits.authVerify.turns; at++) expect((await guess()).status).toBe(429)
    await auth.ask('/otp', { json: { email }, ...from('203.0.113.2') })
    const { code: token } = await auth.letterTo(email, /sign-in link/)
    expect((await auth.ask('/verify', { json: { email, token, type: 'email' }, ...from('203.0.113.2') })).status).toBe(200)
    await auth.ask('/reauthenticate', { bearer: session.access_token })
    const { code: nonce } = await auth.letterTo(email, /Your code/)
    const json = JSON.stringify({ password: 'a new one, not guessed', nonce })
    expect((await auth.ask('/user', { method: 'PUT', bearer: session.access_token, body: json, ...from('203.0.113.2') })).status).toBe(200)
  })

  it('an old password is guessed no more often than at sign-in', async () => {
    const { auth, session } = await openMember(engine, { env: behindProxy })
    const guess = () =>
      auth.ask('/user', {
        method: 'PUT',
        bearer: session.access_token,
        body: JSON.stringify({ password: 'a new one, not guessed', current_password: 'not this one' }),
        ...from('203.0.113.1'),
      })
    for (let at = 0; at < limits.authSignInHere.turns; at++) expect((await guess()).json.code).toBe('current_password_invalid')
    expect(await guess()).toMatchObject(tooMany)
    auth.world.clock.advance(minutes(15))
    expect((await guess()).json.code).toBe('current_password_invalid')
  })
})
