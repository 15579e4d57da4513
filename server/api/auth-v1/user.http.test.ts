// @module-tag never-again
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { createEmailUser, newUserRow } from '#app/features/accounts/create-user.server.ts'
import { minutes, seconds } from '#app/values/clock.ts'
import { type AuthWorld, newPerson, openAuth, openMember, signedUp } from '#test/support/auth.ts'
import { onOneEngine } from '#test/support/world.ts'

const newPassword = 'a new one, not guessed'

onOneEngine('A new password', (engine) => {
  it('is taken with a proof of the last ten minutes, and wants another one after that', async () => {
    const { auth, client, person } = await openMember(engine)
    auth.world.clock.advance(minutes(10))
    expect((await client.updateUser({ password: newPassword })).error).toBeNull()
    auth.world.clock.advance(1)
    expect((await client.updateUser({ password: person.password })).error).toMatchObject({ status: 400, code: 'reauthentication_needed' })
    // A refresh doesn't count as proof.
    await client.refreshSession()
    expect((await client.updateUser({ password: person.password })).error?.code).toBe('reauthentication_needed')
  })

  it('is taken with the old one, not with a wrong one', async () => {
    const { auth, client, person } = await openMember(engine)
    auth.world.clock.advance(minutes(30))
    const wrong = await client.updateUser({ password: newPassword, current_password: 'not this one' })
    expect(wrong.error).toMatchObject({ status: 400, code: 'current_password_invalid' })
    expect((await client.updateUser({ password: newPassword, current_password: person.password })).error).toBeNull()
    expect((await auth.client().signInWithPassword({ ...person, password: newPassword })).error).toBeNull()
  })

  it('is taken with a mailed code, once', async () => {
    const { auth, client, person } = await openMember(engine)
    auth.world.clock.advance(minutes(30))
    expect((await client.reauthenticate()).error).toBeNull()
    const { code: nonce = '', text } = await auth.letterTo(person.email, /code/)
    expect(text).not.toContain('http')
    expect((await client.updateUser({ password: newPassword, nonce: '12' })).error).toMatchObject({
      status: 422,
      code: 'reauthentication_not_valid',
    })
    // The token can't be used to sign in.
    for (const type of ['email', 'magiclink', 'recovery'] as const)
      expect((await auth.client().verifyOtp({ email: person.email, token: nonce, type })).error?.code).toBe('otp_expired')
    expect((await client.updateUser({ password: newPassword, nonce })).error).toBeNull()
    expect((await client.updateUser({ password: person.password, nonce })).error?.code).toBe('reauthentication_not_valid')
  })

  it('is refused when it is the old one, a weak one, or the session has none of it', async () => {
    const { auth, client, person } = await openMember(engine)
    expect((await client.updateUser({ password: person.password })).error).toMatchObject({
      status: 422,
      code: 'same_password',
    })
    expect((await client.updateUser({ password: '12345' })).error).toMatchObject({ status: 422, code: 'weak_password' })
    expect((await auth.client().signInWithPassword(person)).error).toBeNull()
  })

  it('of someone who has none wants a proof too', async () => {
    const auth = await openAuth(engine)
    const { email } = newPerson()
    const client = auth.client()
    await client.signInWithOtp({ email })
    const { token = '' } = await auth.letterTo(email)
    await client.verifyOtp({ token_hash: token, type: 'magiclink' })
    auth.world.clock.advance(minutes(30))
    expect((await client.updateUser({ password: newPassword })).error?.code).toBe('reauthentication_needed')
    await client.reauthenticate()
    const { code: nonce } = await auth.letterTo(email, /code/)
    expect((await client.updateUser({ password: newPassword, nonce })).error).toBeNull()
    expect((await auth.client().signInWithPassword({ email, password: newPassword })).error).toBeNull()
  })

  it('is not changed for ever by a session that began with a reset', async () => {
    const { auth, person } = await openMember(engine)
    const client = auth.client()
    await client.resetPasswordForEmail(person.email)
    const { token = '' } = await auth.letterTo(person.email, /password/)
    await client.verifyOtp({ token_hash: token, type: 'recovery' })
    auth.world.clock.advance(minutes(60))
    await client.refreshSession()
    expect((await client.updateUser({ password: newPassword })).error).toBeNull()
    auth.world.clock.advance(1)
    expect((await client.updateUser({ password: person.password })).error?.code).toBe('reauthentication_needed')
  })
})

onOneEngine('A new address', (engine) => {
  async function begin() {
    const { auth, client, person, session } = await openMember(engine, { instances: 2 })
    const to = newPerson().email
    const { data, error } = await client.updateUser({ email: to.toUpperCase() })
    expect(error).toBeNull()
    expect(data.user).toMatchObject({ email: person.email, new_email: to, email_change_sent_at: expect.any(String) })
    const letters = async () => {
      await auth.letters()
      return { atOld: await auth.letterTo(person.email, /Confirm you’re/), atNew: await auth.letterTo(to, /new/) }
    }
    return { auth, client, person, session, to, letters }
  }
  const open = (auth: AuthWorld, token: string | undefined) => auth.client().verifyOtp({ token_hash: token ?? '', type: 'email_change' })
  const emailOf = async (auth: AuthWorld, id: string) =>
    (await auth.world.services.db.selectFrom('authUsers').selectAll().where('id', '=', id).executeTakeFirstOrThrow()).email

  it.each(['old first', 'new first'])('holds once both mails are confirmed, the %s', async (order) => {
    const { auth, person, session, to, letters } = await begin()
    const { atOld, atNew } = await letters()
    const [first, second] = order === 'old first' ? [atOld, atNew] : [atNew, atOld]
    const half = await auth.ask('/verify', { json: { token_hash: first.token, type: 'email_change' } })
    expect(half).toMatchObject({ status: 200, json: { code: '200', msg: expect.stringContaining('other email') } })
    expect(await emailOf(auth, session.user.id)).toBe(person.email)
    const whole = await open(auth, second.token)
    expect(whole.data.user).toMatchObject({ email: to, identities: [{ identity_data: { email: to, email_verified: true } }] })
    expect(whole.data.user?.new_email).toBeUndefined()
    expect((await auth.letterTo(person.email)).subject).toBe('Your email address was changed')
    expect((await auth.client().signInWithPassword({ ...person, email: to })).error).toBeNull()
    expect((await auth.client().signInWithPassword(person)).error?.code).toBe('invalid_credentials')
  })

  it('holds by the codes of both mails as well', async () => {
    const { auth, session, person, to, letters } = await begin()
    const { atOld, atNew } = await letters()
    await auth.ask('/verify', { json: { email: person.email, token: atOld.code, type: 'email_change' } })
    const whole = await auth.client().verifyOtp({ email: to, token: atNew.code ?? '', type: 'email_change' })
    expect(whole.error).toBeNull()
    expect(await emailOf(auth, session.user.id)).toBe(to)
  })

  it('is not had with a stolen session and one mailbox, however many mails it gets', async () => {
    const { auth, person, session, to, letters } = await begin()
    const { atNew } = await letters()
    auth.world.clock.advance(seconds(1))
    await auth.client().resend({ type: 'email_change', email: person.email })
    const again = await auth.letterTo(to)
    expect(again.token).not.toBe(atNew.token)
    expect((await open(auth, atNew.token)).error?.code).toBe('otp_expired')
    expect((await open(auth, again.token)).error).toBeNull()
    auth.world.clock.advance(seconds(1))
    await auth.client().resend({ type: 'email_change', email: person.email })
    expect((await open(auth, (await auth.letterTo(to)).token)).error).toBeNull()
    expect(await emailOf(auth, session.user.id)).toBe(person.email)
    // When the owner notices and sets a new password, the pending change is cancelled.
    const owner = auth.client()
    await owner.signInWithPassword(person)
    await owner.updateUser({ password: newPassword })
    const { atOld } = await letters()
    expect((await open(auth, atOld.token)).error?.code).toBe('otp_expired')
    await auth.client().resend({ type: 'email_change', email: person.email })
    const before = (await auth.letters()).length
    expect((await auth.letters()).length).toBe(before)
    expect(await emailOf(auth, session.user.id)).toBe(person.email)
  })

  it('is that of the last change that was asked for', async () => {
    const { auth, client, person, session, letters } = await begin()
    const first = await letters()
    const to = newPerson().email
    await client.updateUser({ email: to })
    expect((await open(auth, first.atNew.token)).error?.code).toBe('otp_expired')
    expect((await open(auth, first.atOld.token)).error?.code).toBe('otp_expired')
    await open(auth, (await auth.letterTo(person.email, /Confirm you’re/)).token)
    await open(auth, (await auth.letterTo(to, /new/)).token)
    expect(await emailOf(auth, session.user.id)).toBe(to)
  })

  it('is answered the same, as often, whether or not someone has it; only the email to it tells, and gives no one an account', async () => {
    const { auth, person: other } = await openMember(engine, { env: { RATE_LIMIT_SCALE: '1' } })
    const answers: unknown[] = []
    for (const email of [other.email, newPerson().email]) {
      const { session } = await signedUp(auth)
      const put = async () => {
        const body = JSON.stringify({ email })
        const { status, json } = await auth.ask('/user', { method: 'PUT', bearer: session.access_token, body })
        return [status, json.code, Object.keys(json), json.new_email === email]
      }
      answers.push([await put(), await put()])
      const to = await auth.letterTo(email)
      expect(to.subject).toBe(email === other.email ? 'You already have an account' : 'Confirm your new email address')
      expect(to.token === undefined).toBe(email === other.email)
      expect((await auth.letterTo(session.user.email ?? '', /Confirm you’re/)).token).toEqual(expect.any(String))
    }
    expect(answers[0]).toEqual(answers[1])
  })

  it('is refused when it is none, and when someone takes it meanwhile', async () => {
    const { auth, client, person, session, to, letters } = await begin()
    expect((await client.updateUser({ email: 'no address' })).error?.message).toMatch(/^Invalid email/)
    const { atOld, atNew } = await letters()
    await open(auth, atOld.token)
    await signedUp(auth, { ...newPerson(), email: to })
    expect((await open(auth, atNew.token)).error).toMatchObject({ status: 422, code: 'email_exists' })
    expect(await emailOf(auth, session.user.id)).toBe(person.email)
  })

  it('goes to one of several who want it at once', async () => {
    const auth = await openAuth(engine, { instances: 2 })
    const to = newPerson().email
    const halves: string[] = []
    for (let at = 0; at < 4; at++) {
      const { client, person } = await signedUp(auth)
      await client.updateUser({ email: to })
      await open(auth, (await auth.letterTo(person.email, /Confirm you’re/)).token)
      halves.push((await auth.letterTo(to, /new/)).token ?? '')
    }
    const answers = await Promise.all([
      ...halves.map((token, at) => auth.client({ instance: at % 2 }).verifyOtp({ token_hash: token, type: 'email_change' })),
      auth.client({ instance: 1 }).signUp({ ...newPerson(), email: to }),
    ])
    const codes = answers.slice(0, 4).map(({ error }) => error?.code ?? 'ok')
    expect(codes.filter((code) => code !== 'ok' && code !== 'email_exists')).toEqual([])
    expect(codes.filter((code) => code === 'ok').length).toBeLessThanOrEqual(1)
    expect(answers[4]?.error).toBeNull()
    const owners = await auth.world.services.db.selectFrom('authUsers').select('id').where('email', '=', to).execute()
    expect(owners).toHaveLength(1)
  })
})

onOneEngine('What users say of themselves', (engine) => {
  it('loses nothing when two devices write at once', async () => {
    const { auth, client, session } = await openMember(engine, { instances: 2 })
    const fields = Array.from({ length: 10 }, (_, at) => `field${at}`)
    const answers = await Promise.all(
      fields.map((field, at) =>
        auth.ask('/user', {
          method: 'PUT',
          bearer: session.access_token,
          instance: at % 2,
          body: JSON.stringify({ data: { [field]: at } }),
        }),
      ),
    )
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200))
    expect(Object.keys((await client.getUser()).data.user?.user_metadata ?? {})).toEqual(expect.arrayContaining(fields))
  })

  it('has a size, and does not reach what only the server says', async () => {
    const { auth, client, session } = await openMember(engine)
    expect((await client.updateUser({ data: { a: 'x'.repeat(2_500) } })).error).toBeNull()
    expect((await client.updateUser({ data: { b: 'x'.repeat(2_500) } })).error).toMatchObject({ status: 400, code: 'validation_failed' })
    const put = (body: unknown) => auth.ask('/user', { method: 'PUT', bearer: session.access_token, body: JSON.stringify(body) })
    expect(await put({ app_metadata: { role: 'owner' } })).toMatchObject({ status: 403, json: { code: 'not_admin' } })
    const { json } = await put({ role: 'owner', id: 'x', email_confirmed_at: null, data: { role: 'owner', provider: 'x' } })
    expect(json).toMatchObject({ id: session.user.id, role: 'authenticated', app_metadata: { provider: 'email', providers: ['email'] } })
    const stored = await auth.world.services.db.selectFrom('authUsers').select(['role', 'appMetadata']).executeTakeFirst()
    expect(stored).toEqual({ role: 'customer', appMetadata: '{}' })
  })
})

describe('A new address on postgres', () => {
  it('that a sign-up is just about to take is refused once that is done, and fails for no one', async () => {
    const auth = await openAuth('postgres')
    const { services } = auth.world
    const { client, person } = await signedUp(auth)
    const to = newPerson().email
    await client.updateUser({ email: to })
    await client.verifyOtp({ token_hash: (await auth.letterTo(person.email, /Confirm you’re/)).token ?? '', type: 'email_change' })
    const { token = '' } = await auth.letterTo(to, /new/)
    const waiting = sql<{ count: number }>`select count(*)::int as count from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`
    const answer = await services.db.transaction().execute(async (tx) => {
      await createEmailUser(services, tx, newUserRow(services, { email: to }))
      const answer = auth.client().verifyOtp({ token_hash: token, type: 'email_change' })
      await expect.poll(async () => (await waiting.execute(services.db)).rows[0]?.count).toBe(1)
      return { answer }
    })
    expect((await answer.answer).error).toMatchObject({ status: 422, code: 'email_exists' })
    expect((await auth.client().signInWithPassword(person)).error).toBeNull()
  })
})
