// @module-tag never-again
import { describe, expect, it } from 'vitest'
import { seconds } from '#app/values/clock.ts'
import { newPerson, openAuth, openMember } from '#test/support/auth.ts'
import { onEachEngine, onOneEngine } from '#test/support/world.ts'

/** Every field's name and type, recursively. */
function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shapeOf)
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(
      Object.entries(value)
        .sort()
        .map(([name, each]) => [name, shapeOf(each)]),
    )
  if (typeof value === 'string' && /^[0-9a-f]{8}-/.test(value)) return `UUID of version ${value[14]}`
  return typeof value === 'string' && !Number.isNaN(Date.parse(value)) ? 'instant' : typeof value
}

onEachEngine('Signing up', (engine) => {
  it('asks for the mail to be confirmed, then signs in; the link works once', async () => {
    const auth = await openAuth(engine)
    const person = newPerson()
    const client = auth.client()
    const signedUp = await client.signUp({ email: person.email, password: person.password, options: { data: { full_name: person.name } } })
    expect(signedUp.error).toBeNull()
    expect(signedUp.data.session).toBeNull()
    expect(signedUp.data.user).toMatchObject({ email: person.email, aud: 'authenticated', user_metadata: { full_name: person.name } })

    const early = await client.signInWithPassword(person)
    expect(early.error).toMatchObject({ status: 400, code: 'email_not_confirmed', message: 'Email not confirmed' })

    const letter = await auth.letterTo(person.email)
    expect(letter.type).toBe('signup')
    const confirmed = await client.verifyOtp({ token_hash: letter.token ?? '', type: 'signup' })
    expect(confirmed.error).toBeNull()
    expect(confirmed.data.user?.email_confirmed_at).toEqual(expect.any(String))
    const again = await client.verifyOtp({ token_hash: letter.token ?? '', type: 'signup' })
    expect(again.error).toMatchObject({ status: 403, code: 'otp_expired' })

    const signedIn = await auth.client().signInWithPassword(person)
    expect(signedIn.error).toBeNull()
    expect(signedIn.data.session).toMatchObject({ token_type: 'bearer', expires_in: 3600 })
  })
})

onOneEngine('Signing up with an address that is known', (engine) => {
  it('is answered as for one that is new, in every field, and only the mail tells', async () => {
    const { auth, person: confirmed } = await openMember(engine)
    const unconfirmed = newPerson()
    const signUp = (email: string) =>
      auth.ask('/signup', { json: { email, password: 'another password', data: { full_name: 'Somebody', age: 4 } } })
    await signUp(unconfirmed.email)
    const toNew = await signUp(newPerson().email)
    expect(toNew.status).toBe(200)
    expect(toNew.json.identities).toHaveLength(1)
    for (const { email } of [confirmed, unconfirmed]) {
      const answer = await signUp(email)
      expect(answer.status).toBe(200)
      expect(shapeOf(answer.json)).toEqual(shapeOf(toNew.json))
      expect(Object.keys(answer.json)).toEqual(Object.keys(toNew.json))
      expect([...answer.headers.keys()]).toEqual([...toNew.headers.keys()])
      expect(answer.json).toMatchObject({ email, user_metadata: { full_name: 'Somebody', age: 4 } })
      const [identity] = answer.json.identities as { user_id: string; identity_data: { sub: string } }[]
      expect(identity).toMatchObject({ user_id: answer.json.id, identity_data: { sub: answer.json.id, email } })
    }
    expect((await auth.letterTo(confirmed.email)).subject).toBe('You already have an account')
    expect((await auth.letterTo(unconfirmed.email)).type).toBe('signup')
    expect((await auth.client().signInWithPassword(confirmed)).error).toBeNull()
  })

  it('sets the password of whichever mail is confirmed, and none before', async () => {
    const auth = await openAuth(engine)
    const { email } = newPerson()
    const passwords = ['the first password', 'the second password'] as const
    for (const password of passwords) {
      await auth.client().signUp({ email, password })
      await auth.letters()
      auth.world.clock.advance(seconds(1))
    }
    for (const password of passwords)
      expect((await auth.client().signInWithPassword({ email, password })).error?.code).toBe('invalid_credentials')
    const [first, second] = (await auth.letters()).filter(({ to }) => to === email)
    const { error } = await auth.client().verifyOtp({ token_hash: second?.token ?? '', type: 'signup' })
    expect(error).toBeNull()
    expect((await auth.client().signInWithPassword({ email, password: passwords[1] })).error).toBeNull()
    expect((await auth.client().signInWithPassword({ email, password: passwords[0] })).error?.code).toBe('invalid_credentials')
    const late = await auth.client().verifyOtp({ token_hash: first?.token ?? '', type: 'signup' })
    expect(late.error?.code).toBe('otp_expired')
    expect((await auth.client().signInWithPassword({ email, password: passwords[1] })).error).toBeNull()
  })

  it('keeps the password of a form that was sent twice at once', async () => {
    const auth = await openAuth(engine, { instances: 2, env: { RATE_LIMIT_SCALE: '1' } })
    const person = newPerson()
    const answers = await Promise.all([0, 1].map((instance) => auth.client({ instance }).signUp(person)))
    expect(answers.map(({ error }) => error)).toEqual([null, null])
    const letters = (await auth.letters()).filter(({ to }) => to === person.email)
    expect(letters).toHaveLength(1)
    await auth.client().verifyOtp({ token_hash: letters[0]?.token ?? '', type: 'signup' })
    expect((await auth.client().signInWithPassword(person)).error).toBeNull()
  })
})

onOneEngine('Someone who signs up with the address of someone else', (engine) => {
  const thief = 'password of the thief'

  it('has no password set when the owner, who signed up too and got no mail of their own, confirms', async () => {
    const auth = await openAuth(engine, { env: { RATE_LIMIT_SCALE: '1' } })
    const owner = newPerson()
    await auth.client().signUp({ email: owner.email, password: thief, options: { data: { full_name: 'Thief' } } })
    auth.world.clock.advance(seconds(30))
    await auth.client().signUp(owner)
    const letters = (await auth.letters()).filter(({ to }) => to === owner.email)
    expect(letters).toHaveLength(1)
    const confirmed = await auth.client().verifyOtp({ token_hash: letters[0]?.token ?? '', type: 'signup' })
    expect(confirmed.data.session).not.toBeNull()
    expect(confirmed.data.user?.user_metadata).toEqual({})
    const attempt = await auth.client().signInWithPassword({ email: owner.email, password: thief })
    expect(attempt.error?.code).toBe('invalid_credentials')
  })

  it.each(['recovery', 'magiclink', 'resend'] as const)('gains nothing when the owner comes by %s', async (way) => {
    const auth = await openAuth(engine)
    const owner = newPerson()
    await auth.client().signUp({ email: owner.email, password: thief, options: { data: { full_name: 'Thief' } } })
    await auth.letters()
    const client = auth.client()
    if (way === 'recovery') await client.resetPasswordForEmail(owner.email)
    if (way === 'magiclink') await client.signInWithOtp({ email: owner.email, options: { data: { full_name: 'Owner' } } })
    if (way === 'resend') {
      await client.signUp(owner)
      await client.resend({ type: 'signup', email: owner.email })
    }
    const { token } = await auth.letterTo(owner.email)
    const { data, error } = await client.verifyOtp({ token_hash: token ?? '', type: way === 'resend' ? 'signup' : way })
    expect(error).toBeNull()
    expect(data.user?.email_confirmed_at).toEqual(expect.any(String))
    expect(JSON.stringify(data)).not.toContain('Thief')
    expect((await auth.client().signInWithPassword({ email: owner.email, password: thief })).error?.code).toBe('invalid_credentials')
    // The link in the email from the thief's sign-up no longer works.
    const first = (await auth.letters()).find(({ to, type }) => to === owner.email && type === 'signup')
    expect((await auth.client().verifyOtp({ token_hash: first?.token ?? '', type: 'signup' })).error?.code).toBe('otp_expired')
  })
})

onOneEngine('Without confirmation, signing up', (engine) => {
  it('signs in at once, and tells of an address that is taken', async () => {
    const auth = await openAuth(engine, { env: { AUTH_AUTOCONFIRM: 'on' }, instances: 2 })
    const person = newPerson()
    const { data } = await auth.client().signUp(person)
    expect(data.session?.user.email_confirmed_at).toEqual(expect.any(String))
    const again = await auth.client().signUp({ ...person, email: person.email.toUpperCase() })
    expect(again.error).toMatchObject({ status: 422, code: 'user_already_exists', message: 'User already registered' })
    const other = newPerson()
    const many = await Promise.all(Array.from({ length: 6 }, (_, at) => auth.client({ instance: at % 2 }).signUp(other)))
    expect(many.map(({ error }) => error?.code ?? 'ok').sort()).toEqual(['ok', ...Array(5).fill('user_already_exists')])
  })
})

describe('What signing up refuses', () => {
  it('a weak password, and what is no address', async () => {
    const auth = await openAuth('postgres')
    for (const [password, reason] of [
      // One letter with six combining accents.
      ['e\u0301e\u0301e\u0301', 'length'],
      ['ｐａｓｓｗｏｒｄ1', 'pwned'],
    ]) {
      const { error } = await auth.client().signUp({ email: newPerson().email, password: String(password) })
      expect(error, password).toMatchObject({ status: 422, code: 'weak_password', reasons: [reason] })
    }
    for (const email of ['no address', 'a\u0000b@example.com', 'a\u202eb@example.com', `${'a'.repeat(250)}@example.com`])
      expect(await auth.ask('/signup', { json: { email, password: 'long enough' } }), email).toMatchObject({
        status: 400,
        json: { code: 'validation_failed' },
      })
    expect(await auth.ask('/signup', { json: { email: 'a@example.com' } })).toMatchObject({ status: 400 })
    expect(await auth.world.services.db.selectFrom('authUsers').selectAll().execute()).toEqual([])
  })

  it('data that is too large, too deep, or no object', async () => {
    const auth = await openAuth('sqlite')
    const signUp = (data: unknown) => auth.ask('/signup', { json: { ...newPerson(), data } })
    expect(await signUp({ note: 'x'.repeat(4_000) })).toMatchObject({ status: 400, json: { code: 'validation_failed' } })
    expect(await signUp(['x'])).toMatchObject({ status: 400, json: { code: 'validation_failed' } })
    expect(await signUp({ a: { b: { c: { d: { e: { f: { g: { h: 1 } } } } } } } })).toMatchObject({
      status: 400,
      json: { code: 'bad_json' },
    })
    expect(await signUp({ note: 'x'.repeat(3_900) })).toMatchObject({ status: 200 })
  })

  it('everyone, where signing up is switched off; nor does a link to sign in make a user', async () => {
    const auth = await openAuth('sqlite', { env: { AUTH_SIGNUP: 'off' } })
    const refused = await auth.client().signUp(newPerson())
    expect(refused.error).toMatchObject({ status: 422, code: 'signup_disabled', message: 'Signups not allowed for this instance' })
    expect((await auth.client().signInWithOtp({ email: newPerson().email })).error).toBeNull()
    expect(await auth.letters()).toEqual([])
    expect(await auth.world.services.db.selectFrom('authUsers').selectAll().execute()).toEqual([])
  })
})
