// @module-tag never-again
import { sql } from 'kysely'
import { expect, it, vi } from 'vitest'
import { followLink } from '#app/features/accounts/confirm-mail.server.ts'
import { runDueJobs } from '#app/platform/jobs.ts'
import { days, minutes, seconds } from '#app/values/clock.ts'
import { type AuthWorld, memory, newPerson, openAuth, openMember, signedUp } from '#test/support/auth.ts'
import { onOneEngine } from '#test/support/world.ts'
import { jobHandlers } from '../../jobs.ts'

const nearLimits = { RATE_LIMIT_SCALE: '1' }

async function usersOf(auth: AuthWorld) {
  return auth.world.services.db.selectFrom('authUsers').selectAll().orderBy('id').execute()
}

/** Requests a sign-in link and returns its email. */
async function magicLink(auth: AuthWorld, email: string) {
  expect((await auth.client().signInWithOtp({ email })).error).toBeNull()
  return auth.letterTo(email)
}

/** All stored data as one text. */
async function everything({ world: { services } }: AuthWorld): Promise<string> {
  const { db, engine } = services
  const names =
    engine === 'sqlite'
      ? await sql<{ name: string }>`select name from sqlite_master where type = 'table'`.execute(db)
      : await sql<{ name: string }>`select table_name as name from information_schema.tables where table_schema = 'public'`.execute(db)
  const rows = await Promise.all(
    names.rows.filter(({ name }) => name !== 'local_mail').map(({ name }) => sql`select * from ${sql.table(name)}`.execute(db)),
  )
  return JSON.stringify(rows.map((each) => each.rows))
}

onOneEngine('The link of a mail', (engine) => {
  it('works once, of twenty that open it at once on two instances', async () => {
    const auth = await openAuth(engine, { instances: 2 })
    const { email } = newPerson()
    const { token } = await magicLink(auth, email)
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, at) => auth.client({ instance: at % 2 }).verifyOtp({ token_hash: token ?? '', type: 'magiclink' })),
    )
    expect(answers.map(({ error }) => error?.code ?? 'ok').sort()).toEqual(['ok', ...Array(19).fill('otp_expired')])
    expect(await auth.world.services.db.selectFrom('authSessions').selectAll().execute()).toHaveLength(1)
  })

  it('and another one of the same user, opened at once, do not wait for each other', async () => {
    const auth = await openAuth(engine, { instances: 2 })
    const person = newPerson()
    await auth.client().signUp(person)
    await auth.client().signInWithOtp({ email: person.email })
    await auth.client().resetPasswordForEmail(person.email)
    const letters = (await auth.letters()).filter(({ to }) => to === person.email)
    expect(letters).toHaveLength(3)
    const answers = await Promise.all(
      letters.map(({ token, type }, at) =>
        auth.client({ instance: at % 2 }).verifyOtp({ token_hash: token ?? '', type: type as 'signup' }),
      ),
    )
    // The first proof of the address ends the emails from before it.
    const codes = answers.map(({ error }) => error?.code ?? 'ok')
    expect(codes).toContain('ok')
    expect(codes.every((code) => code === 'ok' || code === 'otp_expired')).toBe(true)
  })

  it('is worth nothing as another kind, and is not spent by trying', async () => {
    const { auth, person } = await openMember(engine)
    await auth.client().resetPasswordForEmail(person.email)
    const { token = '' } = await auth.letterTo(person.email, /password/)
    for (const type of ['signup', 'invite', 'magiclink', 'email', 'email_change'] as const)
      expect((await auth.client().verifyOtp({ token_hash: token, type })).error).toMatchObject({
        status: 403,
        code: 'otp_expired',
        message: 'Email link is invalid or has expired',
      })
    expect((await auth.ask('/verify', { json: { token_hash: token, type: 'anything' } })).status).toBe(400)
    expect((await auth.client().verifyOtp({ token_hash: token, type: 'recovery' })).error).toBeNull()
  })

  it.each([
    ['signup', days(1)],
    ['recovery', minutes(60)],
    ['magiclink', minutes(10)],
  ] as const)('of the kind %s runs out to the millisecond', async (type, holdsMs) => {
    const auth = await openAuth(engine)
    const ask = async () => {
      const person = newPerson()
      if (type !== 'magiclink') await auth.client().signUp(person)
      if (type === 'recovery') await auth.client().resetPasswordForEmail(person.email)
      if (type === 'magiclink') await auth.client().signInWithOtp({ email: person.email })
      return (await auth.letterTo(person.email)).token ?? ''
    }
    const [inTime, late] = [await ask(), await ask()]
    auth.world.clock.advance(holdsMs - 1)
    expect((await auth.client().verifyOtp({ token_hash: inTime, type })).error).toBeNull()
    auth.world.clock.advance(1)
    expect((await auth.client().verifyOtp({ token_hash: late, type })).error?.code).toBe('otp_expired')
  })

  it('leads to the configured site and back to none but its own pages, whatever the request says', async () => {
    const auth = await openAuth(engine, {
      env: { SITE_URL: 'https://www.plumbers.example', AUTH_REDIRECT_ORIGINS: 'https://app.plumbers.example' },
    })
    const linkTo = async (redirectTo: string) => {
      const { email } = newPerson()
      await auth.ask(`/otp?redirect_to=${encodeURIComponent(redirectTo)}`, {
        json: { email },
        headers: {
          'x-forwarded-host': 'evil.example',
          'x-forwarded-proto': 'http',
          forwarded: 'host=evil.example',
          origin: 'https://evil.example',
        },
      })
      const letter = await auth.letterTo(email)
      expect(/https?:\S+/.exec(letter.text)?.[0]).toMatch(/^https:\/\/www\.plumbers\.example\/auth\/verify\?/)
      expect(letter.text).not.toContain('evil')
      return letter.redirectTo
    }
    expect(await linkTo('https://evil.example/x')).toBe('https://www.plumbers.example/')
    expect(await linkTo('https://www.plumbers.example.evil.example/')).toBe('https://www.plumbers.example/')
    expect(await linkTo('https://app.plumbers.example/a?b=c#d')).toBe('https://app.plumbers.example/a?b=c#d')
  })

  it('is the same one when its mail fails and is sent again, and stays spent', async () => {
    const auth = await openAuth(engine)
    const { services, clock } = auth.world
    const { email } = newPerson()
    const texts: string[] = []
    const send = services.mail.send
    // The mail server accepts the message, but the connection breaks before it confirms.
    const broken = vi.spyOn(services.mail, 'send').mockImplementation(async (message, signal) => {
      texts.push(message.text)
      await send(message, signal)
      throw new Error('the line broke')
    })
    await auth.client().signInWithOtp({ email })
    const { token = '' } = await auth.letterTo(email)
    expect((await auth.client().verifyOtp({ token_hash: token, type: 'magiclink' })).error).toBeNull()
    clock.advance(minutes(1))
    await runDueJobs(services, jobHandlers)
    broken.mockRestore()
    // It was used: the email isn't sent again.
    expect(texts).toHaveLength(1)
    expect((await auth.client().verifyOtp({ token_hash: token, type: 'magiclink' })).error?.code).toBe('otp_expired')
  })
})

onOneEngine('The six digits of a mail', (engine) => {
  it('sign in once', async () => {
    const auth = await openAuth(engine, { instances: 2 })
    const { email } = newPerson()
    const { code = '' } = await magicLink(auth, email)
    const verify = (instance: number) => auth.client({ instance }).verifyOtp({ email: email.toUpperCase(), token: code, type: 'email' })
    const answers = await Promise.all([0, 1, 0, 1].map(verify))
    expect(answers.map(({ error }) => error?.code ?? 'ok').sort()).toEqual(['ok', 'otp_expired', 'otp_expired', 'otp_expired'])
  })

  it.each(['one after the other', 'at once'])('are worth nothing after five wrong tries %s, the link is', async (how) => {
    const auth = await openAuth(engine, { instances: 2 })
    const { email } = newPerson()
    const { code = '', token = '' } = await magicLink(auth, email)
    const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, '0')
    const guess = (guessed: string, instance = 0) => auth.client({ instance }).verifyOtp({ email, token: guessed, type: 'email' })
    if (how === 'at once') await Promise.all(Array.from({ length: 5 }, (_, at) => guess(wrong, at % 2)))
    else for (let at = 0; at < 5; at++) expect((await guess(wrong)).error?.message).toBe('Token has expired or is invalid')
    expect((await guess(code)).error).toMatchObject({ status: 403, code: 'otp_expired' })
    expect((await auth.client().verifyOtp({ token_hash: token, type: 'magiclink' })).error).toBeNull()
  })

  it('are good at the fifth try, and for ten minutes', async () => {
    const auth = await openAuth(engine)
    const { email } = newPerson()
    const first = await magicLink(auth, email)
    for (const token of ['0', 'abcdef', '1234567', '٠١٢٣٤٥'])
      expect((await auth.client().verifyOtp({ email, token, type: 'email' })).error?.code).toBe('otp_expired')
    expect((await auth.client().verifyOtp({ email, token: first.code ?? '', type: 'email' })).error).toBeNull()
    const second = await magicLink(auth, email)
    auth.world.clock.advance(minutes(10))
    expect((await auth.client().verifyOtp({ email, token: second.code ?? '', type: 'email' })).error?.code).toBe('otp_expired')
    const third = await magicLink(auth, email)
    auth.world.clock.advance(minutes(10) - 1)
    expect((await auth.client().verifyOtp({ email, token: third.code ?? '', type: 'email' })).error).toBeNull()
  })

  it('are one code at a time: a newer email ends the older ones of its kind, and a retried older one is not sent', async () => {
    const auth = await openAuth(engine)
    const { services, clock } = auth.world
    const { email } = newPerson()
    const broken = vi.spyOn(services.mail, 'send').mockRejectedValueOnce(new Error('the line broke'))
    await auth.client().signInWithOtp({ email })
    expect(await auth.letters()).toEqual([])
    const sent = []
    for (let each = 0; each < 15; each++) {
      clock.advance(1)
      sent.push(await magicLink(auth, email))
    }
    // The first email's job is tried again.
    clock.advance(minutes(1))
    expect(await auth.letters()).toHaveLength(15)
    broken.mockRestore()
    const newest = sent.pop()
    const opens = async (letter: { code?: string; token?: string }) => [
      (await auth.client().verifyOtp({ email, token: letter.code ?? '', type: 'email' })).error?.code,
      (await auth.client().verifyOtp({ token_hash: letter.token ?? '', type: 'magiclink' })).error?.code,
    ]
    for (const old of sent.slice(-4)) expect(await opens(old)).toEqual(['otp_expired', 'otp_expired'])
    expect(await opens(newest ?? {})).toEqual([undefined, 'otp_expired'])
  })

  it('of someone else sign no one in', async () => {
    const auth = await openAuth(engine)
    const { code = '' } = await magicLink(auth, newPerson().email)
    const { person } = await signedUp(auth)
    expect((await auth.client().verifyOtp({ email: person.email, token: code, type: 'email' })).error?.code).toBe('otp_expired')
  })
})

onOneEngine('Mails that anyone may ask for', (engine) => {
  it('are answered the same for everyone; strangers get none, and no user is made', async () => {
    const { auth, person } = await openMember(engine)
    const before = (await auth.letters()).length
    for (const email of [person.email, newPerson().email]) {
      expect(await auth.ask('/recover', { json: { email } })).toMatchObject({ status: 200, json: {} })
      expect(await auth.ask('/resend', { json: { type: 'signup', email } })).toMatchObject({ status: 200, json: {} })
      expect(await auth.ask('/resend', { json: { type: 'email_change', email } })).toMatchObject({ status: 200, json: {} })
      expect(await auth.ask('/otp', { json: { email, create_user: false } })).toMatchObject({ status: 200, json: {} })
    }
    const letters = (await auth.letters()).slice(before)
    expect(letters.map(({ to, type }) => [to, type]).sort()).toEqual([
      [person.email, 'magiclink'],
      [person.email, 'recovery'],
    ])
    expect(await usersOf(auth)).toHaveLength(1)
  })

  it('come once a minute for each kind; a second one is left out without a word', async () => {
    const auth = await openAuth(engine, { instances: 2, env: nearLimits })
    const { email } = newPerson()
    const ask = (instance: number) => auth.client({ instance }).signInWithOtp({ email })
    const answers = await Promise.all([0, 1, 0, 1].map(ask))
    expect(answers.map(({ error }) => error)).toEqual([null, null, null, null])
    expect(await auth.letters()).toHaveLength(1)
    auth.world.clock.advance(seconds(60) - 1)
    expect((await ask(0)).error).toBeNull()
    expect(await auth.letters()).toHaveLength(1)
    expect((await auth.client().resetPasswordForEmail(email)).error).toBeNull()
    expect(await auth.letters()).toHaveLength(2)
    auth.world.clock.advance(1)
    expect((await ask(0)).error).toBeNull()
    expect(await auth.letters()).toHaveLength(3)
  })

  it('make a user of a stranger who asks to sign in, with what they say, once', async () => {
    const auth = await openAuth(engine, { instances: 2 })
    const { email } = newPerson()
    const options = { data: { full_name: 'Priya Raman' } }
    await Promise.all([0, 1, 0].map((instance) => auth.client({ instance }).signInWithOtp({ email, options })))
    const letters = await auth.letters()
    expect(await usersOf(auth)).toMatchObject([{ email, emailConfirmedAt: null, passwordHash: null }])
    // Jobs run concurrently: the order of the emails doesn't show which link is the newest, and so the valid one.
    const users = []
    for (const { token } of letters) users.push((await auth.client().verifyOtp({ token_hash: token ?? '', type: 'magiclink' })).data.user)
    expect(users.filter((user) => user !== null)).toMatchObject([
      { email, user_metadata: { full_name: 'Priya Raman' }, identities: [{ provider: 'email' }] },
    ])
  })

  it('leave no token, code or password behind that anyone could read', async () => {
    const { auth, person, session, client } = await openMember(engine)
    await client.resetPasswordForEmail(person.email)
    await client.signInWithOtp({ email: person.email })
    const waiting = newPerson()
    await auth.client().signUp(waiting)
    const unsent = await everything(auth)
    const letters = await auth.letters()
    const sent = await everything(auth)
    expect(sent).toContain(person.email)
    expect(letters.filter(({ token }) => token)).toHaveLength(4)
    for (const stored of [unsent, sent])
      for (const secret of [
        person.password,
        waiting.password,
        session.refresh_token,
        session.access_token,
        ...letters.flatMap(({ token, code }) => [token, code]),
      ])
        if (secret) expect(stored).not.toContain(secret.length === 6 ? `"${secret}"` : secret)
  })
})

onOneEngine('A new password by mail', (engine) => {
  it('ends the other sessions and all mails that wait, those too that are yet to be sent', async () => {
    const { auth, person, client: elsewhere } = await openMember(engine)
    await auth.client().signInWithOtp({ email: person.email })
    const magic = await auth.letterTo(person.email, /sign-in link/)
    await auth.client().resetPasswordForEmail(person.email)
    const { token = '' } = await auth.letterTo(person.email, /password/)
    const client = auth.client()
    const events: string[] = []
    client.onAuthStateChange((event) => void events.push(event))
    await client.verifyOtp({ token_hash: token, type: 'recovery' })
    expect(events).toContain('PASSWORD_RECOVERY')
    // Requested before the change, sent after it.
    await auth.client().resetPasswordForEmail(person.email)
    auth.world.clock.advance(1)
    expect((await client.updateUser({ password: 'a new one, not guessed' })).error).toBeNull()

    expect((await elsewhere.getUser()).error?.name).toBe('AuthSessionMissingError')
    expect((await client.getUser()).error).toBeNull()
    expect((await auth.client().verifyOtp({ token_hash: magic.token ?? '', type: 'magiclink' })).error?.code).toBe('otp_expired')
    const after = (await auth.letters()).filter(({ to }) => to === person.email)
    expect(after.filter(({ type }) => type === 'recovery')).toHaveLength(1)
    expect(after.map(({ subject }) => subject)).toContain('Your password was changed')
    expect((await auth.client().signInWithPassword(person)).error?.code).toBe('invalid_credentials')
    expect((await auth.client().signInWithPassword({ ...person, password: 'a new one, not guessed' })).error).toBeNull()
    // Requested after the change, so this one works.
    await auth.client().resetPasswordForEmail(person.email)
    const next = await auth.letterTo(person.email, /Set a new password/)
    expect((await auth.client().verifyOtp({ token_hash: next.token ?? '', type: 'recovery' })).error).toBeNull()
  })
})

onOneEngine('With PKCE', (engine) => {
  const caller = { clientKey: 'a browser', userAgent: 'a browser' }

  /** Requests a link, opens it and returns the code that the requesting client receives. */
  async function begin(auth: AuthWorld, kind: 'magiclink' | 'recovery' | 'signup') {
    const person = newPerson()
    if (kind === 'recovery') await signedUp(auth, person)
    const storage = memory()
    const client = auth.client({ flowType: 'pkce', storage })
    if (kind === 'magiclink') await client.signInWithOtp({ email: person.email })
    if (kind === 'recovery') await client.resetPasswordForEmail(person.email)
    if (kind === 'signup') await client.signUp(person)
    const { token = '' } = await auth.letterTo(person.email)
    const { authCode = '' } = await followLink(auth.world.services, caller, { token, type: kind })
    expect(authCode).not.toBe('')
    return { client, person, authCode, token }
  }

  it.each(['magiclink', 'recovery', 'signup'] as const)(
    'a link of the kind %s signs in the client that asked, by a code that works once',
    async (kind) => {
      const auth = await openAuth(engine)
      const { client, person, authCode, token } = await begin(auth, kind)
      await expect(followLink(auth.world.services, caller, { token, type: kind })).rejects.toMatchObject({ code: 'otp_expired' })
      const { data, error } = await client.exchangeCodeForSession(authCode)
      expect(error).toBeNull()
      expect(data.user?.email).toBe(person.email)
      expect((await client.getUser()).error).toBeNull()
      const replay = await auth.ask('/token?grant_type=pkce', { json: { auth_code: authCode, code_verifier: 'x'.repeat(60) } })
      expect(replay).toMatchObject({ status: 404, json: { code: 'flow_state_not_found' } })
    },
  )

  it('a wrong verifier spends the code', async () => {
    const auth = await openAuth(engine)
    const { client, authCode } = await begin(auth, 'magiclink')
    const wrong = await auth.ask('/token?grant_type=pkce', { json: { auth_code: authCode, code_verifier: 'x'.repeat(60) } })
    expect(wrong).toMatchObject({ status: 400, json: { code: 'bad_code_verifier' } })
    expect((await client.exchangeCodeForSession(authCode)).error?.code).toBe('flow_state_not_found')
    const empty = await auth.ask('/token?grant_type=pkce', { json: { auth_code: '', code_verifier: '' } })
    expect(empty).toMatchObject({ status: 400, json: { code: 'validation_failed' } })
  })

  it('the code holds for five minutes from when the link was opened', async () => {
    const auth = await openAuth(engine)
    const [inTime, late] = [await begin(auth, 'magiclink'), await begin(auth, 'magiclink')]
    auth.world.clock.advance(minutes(5) - 1)
    expect((await inTime.client.exchangeCodeForSession(inTime.authCode)).error).toBeNull()
    auth.world.clock.advance(1)
    expect((await late.client.exchangeCodeForSession(late.authCode)).error).toMatchObject({ status: 422, code: 'flow_state_expired' })
  })

  it('a code is exchanged once of ten times at once, and not after the password was changed', async () => {
    const auth = await openAuth(engine, { instances: 2 })
    const { person, authCode, client } = await begin(auth, 'recovery')
    const [owner] = await Promise.all([auth.client().signInWithPassword(person)])
    expect(owner.error).toBeNull()
    const bearer = owner.data.session?.access_token
    await auth.ask('/user', { method: 'PUT', bearer, body: JSON.stringify({ password: 'a new one, not guessed' }) })
    expect((await client.exchangeCodeForSession(authCode)).error?.code).toBe('flow_state_not_found')

    const again = await begin(auth, 'magiclink')
    const tries = await Promise.all(Array.from({ length: 10 }, () => again.client.exchangeCodeForSession(again.authCode)))
    expect(tries.filter(({ error }) => !error)).toHaveLength(1)
  })
})
