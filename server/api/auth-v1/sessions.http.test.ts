// @module-tag never-again
import { expect, it } from 'vitest'
import { createSecrets } from '#app/platform/secrets.ts'
import { days, later, minutes, seconds } from '#app/values/clock.ts'
import { type AuthWorld, addFactor, memory, openMember, signedUp } from '#test/support/auth.ts'
import { onEachEngine, onOneEngine, testSecret } from '#test/support/world.ts'

const refresh = (auth: AuthWorld, token: string, instance = 0) =>
  auth.ask('/token?grant_type=refresh_token', { json: { refresh_token: token }, instance })
const sessions = (auth: AuthWorld) => auth.world.services.db.selectFrom('authSessions').selectAll().orderBy('id').execute()

/** Exchanges a refresh token for the next one. */
async function next(auth: AuthWorld, token: string): Promise<string> {
  const { status, json } = await refresh(auth, token)
  expect(status).toBe(200)
  return String(json.refresh_token)
}

onOneEngine('A refresh token', (engine) => {
  it('used in twenty tabs at once, over two instances, leads all of them to one and the same new one', async () => {
    const { auth, session } = await openMember(engine, { instances: 2 })
    const tabs = await Promise.all(
      Array.from({ length: 20 }, async (_, at) => {
        const storage = memory()
        storage.setItem('tab', JSON.stringify({ ...session, expires_at: Math.floor(Date.now() / 1000) + 60 }))
        return auth.client({ instance: at % 2, storage, storageKey: 'tab' })
      }),
    )
    // The client does this automatically when less than 90 seconds remain.
    const refreshed = await Promise.all(tabs.map((tab) => tab.getSession()))
    expect(refreshed.map(({ error }) => error)).toEqual(Array(20).fill(null))
    const tokens = new Set(refreshed.map(({ data }) => data.session?.refresh_token))
    expect(tokens.size).toBe(1)
    expect(tokens).not.toContain(session.refresh_token)
    for (const tab of tabs) expect((await tab.getUser()).data.user?.id).toBe(session.user.id)
    expect(await sessions(auth)).toMatchObject([{ refreshCount: 1 }])
    await next(auth, String([...tokens][0]))
  })

  it('still leads to its successor ten seconds later; a millisecond after that it ends the session for good', async () => {
    const { auth, session, client } = await openMember(engine)
    const successor = await next(auth, session.refresh_token)
    auth.world.clock.advance(seconds(10))
    expect(await next(auth, session.refresh_token)).toBe(successor)
    auth.world.clock.advance(1)
    const late = await refresh(auth, session.refresh_token)
    expect(late).toMatchObject({
      status: 400,
      json: { code: 'refresh_token_already_used', message: 'Invalid Refresh Token: Already Used' },
    })
    expect(await sessions(auth)).toEqual([])
    expect((await refresh(auth, successor)).json.code).toBe('session_not_found')
    const refused = await auth.ask('/user', { bearer: session.access_token })
    expect(refused).toMatchObject({ status: 403, json: { code: 'session_not_found' } })
    const { error } = await client.getUser()
    expect(error?.name).toBe('AuthSessionMissingError')
    const [ending] = await auth.world.services.db.selectFrom('auditLog').selectAll().where('action', '=', 'session.end').execute()
    expect(ending).toMatchObject({ actor: 'system', detail: expect.stringContaining('refresh token used again') })
  })

  it('that is older than the one before ends the session at any time; others of the user go on', async () => {
    const { auth, session, person } = await openMember(engine)
    const other = await auth.client().signInWithPassword(person)
    const third = await next(auth, await next(auth, session.refresh_token))
    expect((await refresh(auth, session.refresh_token)).json.code).toBe('refresh_token_already_used')
    expect((await refresh(auth, third)).json.code).toBe('session_not_found')
    await next(auth, other.data.session?.refresh_token ?? '')
  })

  it('used by thief and owner at once, past the grace, leaves neither signed in', async () => {
    const { auth, session } = await openMember(engine, { instances: 2 })
    const current = await next(auth, session.refresh_token)
    auth.world.clock.advance(minutes(1))
    const answers = await Promise.all(Array.from({ length: 8 }, (_, at) => refresh(auth, at % 2 ? session.refresh_token : current, at % 2)))
    expect(answers.filter(({ status }) => status === 200 || status === 400)).toHaveLength(8)
    expect(await sessions(auth)).toEqual([])
  })

  it('is refused when made up, cut short, changed, or of a session that is gone', async () => {
    const { auth, session, client } = await openMember(engine)
    const bytes = Buffer.from(session.refresh_token, 'base64url')
    const changed = (at: number) => {
      const copy = Buffer.from(bytes)
      copy.writeUInt8(copy.readUInt8(at) ^ 1, at)
      return copy.toString('base64url')
    }
    // Flips a bit in the session id, the counter, the key id and the seal.
    for (const at of [0, 15, 19, 20, 23, 24, 55])
      expect(await refresh(auth, changed(at))).toMatchObject({
        status: 400,
        json: { code: 'refresh_token_not_found', message: 'Invalid Refresh Token: Refresh Token Not Found' },
      })
    for (const token of ['', session.refresh_token.slice(0, -1), `${session.refresh_token}=`, 'Ã¼'.repeat(30)])
      expect(await refresh(auth, token)).toMatchObject({
        status: 400,
        json: { code: 'validation_failed', message: 'Refresh token is not valid' },
      })
    expect(await sessions(auth)).toHaveLength(1)
    await client.signOut()
    expect(await refresh(auth, session.refresh_token)).toMatchObject({ status: 400, json: { code: 'session_not_found' } })
  })

  it('outlives a change of SECRET_KEY while the old key is kept behind the new one', async () => {
    const { auth, session } = await openMember(engine)
    const { services } = auth.world
    const [before] = await sessions(auth)
    Object.assign(services.secrets, createSecrets(['another-secret-0123456789abcdef0123456789abcdef', testSecret]))
    const second = await next(auth, session.refresh_token)
    expect(await next(auth, session.refresh_token)).toBe(second)
    const [after] = await sessions(auth)
    expect(after?.refreshKeyId).not.toBe(before?.refreshKeyId)
    Object.assign(services.secrets, createSecrets(['another-secret-0123456789abcdef0123456789abcdef']))
    await next(auth, second)
    expect((await refresh(auth, session.refresh_token)).json.code).toBe('refresh_token_not_found')
  })
})

onEachEngine('A session', (engine) => {
  it('is refreshed, and its claims verify against the published keys', async () => {
    const { client, session } = await openMember(engine)
    const refreshed = await client.refreshSession()
    expect(refreshed.error).toBeNull()
    expect(refreshed.data.session?.refresh_token).not.toBe(session.refresh_token)
    const claims = await client.getClaims()
    expect(claims.error).toBeNull()
    expect(claims.data?.claims).toMatchObject({ sub: session.user.id, aal: 'aal1', role: 'authenticated' })
    expect(await client.signOut()).toEqual({ error: null })
  })
})

onOneEngine('A session', (engine) => {
  it('ends after thirty days without use, to the millisecond', async () => {
    const { auth, session } = await openMember(engine)
    auth.world.clock.advance(days(30) - 1)
    const second = await next(auth, session.refresh_token)
    auth.world.clock.advance(days(30))
    expect(await refresh(auth, second)).toMatchObject({ status: 400, json: { code: 'session_expired' } })
  })

  it('ends after 180 days however much it is used', async () => {
    const { auth, session } = await openMember(engine)
    let token = session.refresh_token
    for (let day = 20; day < 180; day += 20) {
      auth.world.clock.advance(days(20))
      token = await next(auth, token)
    }
    const [{ endsAt } = { endsAt: '' }] = await sessions(auth)
    auth.world.clock.set(later(endsAt, -1))
    token = await next(auth, token)
    auth.world.clock.set(endsAt)
    expect((await refresh(auth, token)).json.code).toBe('session_expired')
  })

  it('names when its access token runs out, after which that is refused', async () => {
    const { auth, session } = await openMember(engine)
    expect(session.expires_in).toBe(3_600)
    expect(Math.abs((session.expires_at ?? 0) - Date.now() / 1000 - 3_600)).toBeLessThan(60)
    auth.world.clock.set(new Date((session.expires_at ?? 0) * 1000 - 1).toISOString())
    expect((await auth.ask('/user', { bearer: session.access_token })).status).toBe(200)
    auth.world.clock.set(new Date((session.expires_at ?? 0) * 1000).toISOString())
    expect(await auth.ask('/user', { bearer: session.access_token })).toMatchObject({ status: 403, json: { code: 'bad_jwt' } })
  })
})

onOneEngine('Signing out', (engine) => {
  async function threeDevices() {
    const { auth, client, person } = await openMember(engine)
    const devices = [client, auth.client(), auth.client()]
    for (const device of devices.slice(1)) await device.signInWithPassword(person)
    const bearers = await Promise.all(devices.map(async (device) => (await device.getSession()).data.session?.access_token ?? ''))
    const stand = () => Promise.all(bearers.map(async (bearer) => (await auth.ask('/user', { bearer })).status))
    expect(await stand()).toEqual([200, 200, 200])
    return { auth, devices, bearers, stand }
  }

  it.each([
    ['local', [403, 200, 200]],
    ['others', [200, 403, 403]],
    ['global', [403, 403, 403]],
    [undefined, [403, 403, 403]],
  ] as const)('with the scope %s ends those sessions, and their tokens at once', async (scope, expected) => {
    const { devices, stand } = await threeDevices()
    expect(await devices[0]?.signOut(scope && { scope })).toEqual({ error: null })
    expect(await stand()).toEqual(expected)
  })

  it('with a password alone, where a second step is set, ends that session and no other', async () => {
    const { auth, devices, stand } = await threeDevices()
    const { id: userId } = (await devices[1]?.getUser())?.data.user ?? expect.fail('nobody is signed in')
    await addFactor(auth, userId)
    const refused = { status: 422, code: 'insufficient_aal' }
    expect((await devices[0]?.signOut({ scope: 'others' }))?.error).toMatchObject(refused)
    expect(await stand()).toEqual([200, 200, 200])
    // The client takes 403 for signed out, as it is here.
    expect(await devices[0]?.signOut()).toEqual({ error: null })
    expect(await stand()).toEqual([403, 200, 200])
    expect(await devices[1]?.signOut({ scope: 'local' })).toEqual({ error: null })
    expect(await stand()).toEqual([403, 403, 200])
  })

  it('touches no one else, answers nothing, and knows no other scope', async () => {
    const { auth, bearers, stand } = await threeDevices()
    const { session: stranger } = await signedUp(auth)
    const refused = await auth.ask('/logout?scope=everything', { method: 'POST', bearer: bearers[0] })
    expect(refused).toMatchObject({ status: 400, json: { code: 'validation_failed' } })
    expect(await stand()).toEqual([200, 200, 200])
    expect((await auth.ask('/logout', { method: 'POST', bearer: bearers[0] })).status).toBe(204)
    expect((await auth.ask('/user', { bearer: stranger.access_token })).status).toBe(200)
    expect((await auth.ask('/logout', { method: 'POST', bearer: bearers[0] })).status).toBe(403)
    expect((await auth.ask('/logout', { method: 'POST' })).status).toBe(401)
  })
})
