// @module-tag never-again
import { argon2Sync, randomBytes } from 'node:crypto'
import { expect, it } from 'vitest'
import { hashPassword, isOutdated } from '#app/platform/passwords.ts'
import { days, later, minutes } from '#app/values/clock.ts'
import { newPerson, openAuth, openMember, signedUp } from '#test/support/auth.ts'
import { onOneEngine } from '#test/support/world.ts'

onOneEngine('Signing in', (engine) => {
  it('answers the same for an unknown address, one without a password, a wrong password, and what is no address', async () => {
    const { auth, person } = await openMember(engine)
    const byMail = newPerson()
    await auth.client().signInWithOtp({ email: byMail.email })
    await auth.letters()
    const signIn = (email: string) => auth.ask('/token?grant_type=password', { json: { email, password: 'not this one' } })
    const expected = { status: 400, json: { code: 'invalid_credentials', message: 'Invalid login credentials' } }
    for (const email of [newPerson().email, byMail.email, person.email, 'no address', 'a\u0000b@example.com']) {
      const { status, json } = await signIn(email)
      expect({ status, json }).toEqual(expected)
    }
  })

  it('takes an address in any case and with spaces around it, and a password in any composition', async () => {
    const auth = await openAuth(engine)
    const person = { ...newPerson(), password: 'caf\u00e9 au lait' }
    await signedUp(auth, person)
    const { error, data } = await auth
      .client()
      .signInWithPassword({ email: ` ${person.email.toUpperCase()} `, password: 'cafe\u0301 au lait' })
    expect(error).toBeNull()
    expect(data.user?.email).toBe(person.email)
  })

  it('reveals a ban or an unconfirmed address only if the password is right', async () => {
    const { auth, person, session, client } = await openMember(engine)
    const unconfirmed = newPerson()
    await auth.client().signUp(unconfirmed)
    const until = later(auth.world.clock.now(), days(1))
    await auth.world.services.db.updateTable('authUsers').set({ bannedUntil: until }).where('id', '=', session.user.id).execute()
    for (const [each, code] of [
      [person, 'user_banned'],
      [unconfirmed, 'email_not_confirmed'],
    ] as const) {
      expect((await auth.client().signInWithPassword(each)).error?.code).toBe(code)
      expect((await auth.client().signInWithPassword({ ...each, password: 'not this one' })).error?.code).toBe('invalid_credentials')
    }
    // A ban also ends existing sessions.
    expect(await auth.ask('/user', { bearer: session.access_token })).toMatchObject({ status: 403, json: { code: 'user_banned' } })
    expect((await client.refreshSession()).error?.code).toBe('user_banned')
    auth.world.clock.advance(days(1))
    expect((await auth.client().signInWithPassword(person)).error).toBeNull()
  })

  it('renews a hash that was made at an older cost, once', async () => {
    const { auth, person, session } = await openMember(engine)
    const { db } = auth.world.services
    const nonce = randomBytes(16)
    const hash = argon2Sync('argon2id', { message: person.password, nonce, tagLength: 32, memory: 8_192, passes: 1, parallelism: 1 })
    const base64 = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')
    const old = `$argon2id$v=19$m=8192,t=1,p=1$${base64(nonce)}$${base64(hash)}`
    await db.updateTable('authUsers').set({ passwordHash: old }).where('id', '=', session.user.id).execute()
    const readHash = async () => (await db.selectFrom('authUsers').select('passwordHash').executeTakeFirstOrThrow()).passwordHash ?? ''

    expect((await auth.client().signInWithPassword({ ...person, password: 'not this one' })).error?.code).toBe('invalid_credentials')
    expect(await readHash()).toBe(old)
    expect((await auth.client().signInWithPassword(person)).error).toBeNull()
    const renewed = await readHash()
    expect(isOutdated(renewed)).toBe(false)
    expect((await auth.client().signInWithPassword(person)).error).toBeNull()
    expect(await readHash()).toBe(renewed)
  })

  it('tells of a password that would not be taken today', async () => {
    const auth = await openAuth(engine)
    const person = { ...newPerson(), password: 'password1' }
    const { session } = await signedUp(auth)
    await auth.world.services.db
      .updateTable('authUsers')
      .set({ email: person.email, passwordHash: await hashPassword(person.password) })
      .where('id', '=', session.user.id)
      .execute()
    const { data, error } = await auth.client().signInWithPassword(person)
    expect(error).toBeNull()
    expect(data.weakPassword).toMatchObject({ reasons: ['pwned'], message: expect.stringMatching(/^Password should be/) })
  })

  it('leaves no session behind for the old password, whenever it was changed', async () => {
    const { auth, person, client, session } = await openMember(engine, { instances: 2 })
    auth.world.clock.advance(minutes(1))
    const tries = Array.from({ length: 6 }, (_, at) => auth.client({ instance: at % 2 }).signInWithPassword(person))
    const [changed] = await Promise.all([client.updateUser({ password: 'a new one, not guessed' }), ...tries])
    expect(changed.error).toBeNull()
    const left = await auth.world.services.db.selectFrom('authSessions').select('id').execute()
    expect(left).toHaveLength(1)
    expect(JSON.parse(atob(session.access_token.split('.')[1] ?? '')).session_id).toBe(left[0]?.id)
  })
})
