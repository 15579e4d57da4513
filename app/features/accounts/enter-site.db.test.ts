// @module-tag never-again
import { expect, it } from 'vitest'
import { hashesAtOnce, longestQueue, TooManyPasswords, verifyPassword } from '#app/platform/passwords.ts'
import type { Services } from '#app/platform/services.ts'
import { minutes, seconds } from '#app/values/clock.ts'
import { type AuthWorld, type Letter, newPerson, openAuth, openMember, signedUp } from '#test/support/auth.ts'
import { onOneEngine } from '#test/support/world.ts'
import { recover } from './ask-for-mail.server.ts'
import { followLink } from './confirm-mail.server.ts'
import { enterByLink, enterSite, joinSite } from './enter-site.server.ts'
import { customersLanding } from './landing.server.ts'
import type { LinkType } from './link-types.ts'
import { insertIdentity } from './provider-sign-in/provider-user.server.ts'
import { registrationCookie } from './registration-cookie.server.ts'
import { mailEntryOf, siteEntry } from './site-entry.ts'

onOneEngine('The link of a mail', (engine) => {
  const caller = { clientKey: 'client', userAgent: 'a browser' }

  /** The target of the newest sign-in link for a user on the way to their bookings. */
  async function led(auth: AuthWorld, email: string, cookies = '') {
    const { token = '', type } = await auth.letterTo(email, /sign-in link|new password|Confirm your email/)
    const { services } = auth.world
    return enterByLink({ services, cookies }, caller, { token, type: type as LinkType }, '/account/bookings')
  }
  const sessions = ({ world: { services } }: AuthWorld) => services.db.selectFrom('authSessions').selectAll().execute()

  it('sends users who could not sign in again to set a password first', async () => {
    const auth = await openAuth(engine)
    const { email } = newPerson()
    await auth.client().signInWithOtp({ email })
    expect((await led(auth, email))?.path).toBe('/account/password?next=%2Faccount%2Fbookings')
  })

  it('sends users who have a password, or sign in with Google, to where they were going', async () => {
    const auth = await openAuth(engine)
    const { services } = auth.world
    const { person } = await signedUp(auth)
    await auth.client().signInWithOtp({ email: person.email })
    expect((await led(auth, person.email))?.path).toBe('/account/bookings')

    const { email } = newPerson()
    await auth.client().signInWithOtp({ email })
    await led(auth, email)
    await auth.client().signInWithOtp({ email })
    const { id } = await services.db.selectFrom('authUsers').select('id').where('email', '=', email).executeTakeFirstOrThrow()
    const google = { provider: 'google' as const, subject: '42', email, emailVerified: true, data: {} }
    await services.db.transaction().execute((tx) => insertIdentity(services, tx, id, google))
    expect((await led(auth, email))?.path).toBe('/account/bookings')
  })

  it('ends the session that the browser had, and no other', async () => {
    const { auth, person, session } = await openMember(engine)
    await auth.client().signInWithOtp({ email: person.email })
    const first = await led(auth, person.email)
    const apiSession = JSON.parse(atob(session.access_token.split('.')[1] ?? '')).session_id
    const [here] = (await sessions(auth)).filter(({ id }) => id !== apiSession)
    await auth.client().resetPasswordForEmail(person.email)
    const second = await led(auth, person.email, first?.cookie.split(';')[0])
    expect(second?.cookie).not.toBe(first?.cookie)
    const left = (await sessions(auth)).map(({ id }) => id)
    expect(left).toHaveLength(2)
    expect(left).toContain(apiSession)
    expect(left).not.toContain(here?.id)
  })

  it('that is spent ends no session', async () => {
    const auth = await openAuth(engine)
    const { email } = newPerson()
    await auth.client().signInWithOtp({ email })
    const first = await led(auth, email)
    await expect(led(auth, email, first?.cookie.split(';')[0])).rejects.toMatchObject({ code: 'otp_expired' })
    expect(await sessions(auth)).toHaveLength(1)
  })
})

onOneEngine('A sign-up with an address that is not yours', (engine) => {
  const caller = { clientKey: 'client', userAgent: 'a browser' }
  const thief = { clientKey: 'a thief', userAgent: 'a browser' }
  const known = 'a password that the thief knows'

  const passwordFirst = `/account/password?${new URLSearchParams({ next: customersLanding })}`

  const join = async ({ world: { services } }: AuthWorld, by: typeof caller, email: string, password: string) => {
    const fields = { fullName: 'Priya Raman', email, password }
    const { registration } = await joinSite(services, by, fields, { registered: undefined, next: '/' })
    return registrationCookie(registration, services.config.siteUrl).split(';')[0] ?? ''
  }
  const press = async ({ world: { services } }: AuthWorld, letter: Letter | undefined, cookies: string) =>
    (await enterByLink({ services, cookies }, caller, { token: letter?.token ?? '', type: 'signup' }, '/'))?.path
  const signIn = async (auth: AuthWorld, email: string, password: string) =>
    (await auth.client().signInWithPassword({ email, password })).error?.code ?? 'signed in'

  it('never sets its password: the owner of the address, in another browser, chooses their own', async () => {
    const auth = await openAuth(engine)
    const { email } = newPerson()
    await join(auth, thief, email, known)
    expect(await press(auth, await auth.letterTo(email), '')).toBe(passwordFirst)
    expect(await signIn(auth, email, known)).toBe('invalid_credentials')
    const user = await auth.world.services.db.selectFrom('authUsers').selectAll().executeTakeFirstOrThrow()
    expect(user).toMatchObject({ passwordHash: null, userMetadata: '{}' })
  })

  it('gives it none either where its owner has signed up too, if its mail is the newest; their own keeps their own', async () => {
    const auth = await openAuth(engine, { env: { RATE_LIMIT_SCALE: '1' } })
    const [one, other] = [newPerson(), newPerson()]
    for (const { email, password } of [one, other]) {
      const own = () => join(auth, caller, email, password)
      const theirs = () => join(auth, thief, email, known)
      const [first, second] = email === one.email ? [own, theirs] : [theirs, own]
      const begun = await first()
      await auth.letters()
      auth.world.clock.advance(seconds(1))
      const ended = await second()
      const path = await press(auth, await auth.letterTo(email), email === one.email ? begun : ended)
      expect(path).toBe(email === one.email ? passwordFirst : customersLanding)
      expect(await signIn(auth, email, known)).toBe('invalid_credentials')
      expect(await signIn(auth, email, password)).toBe(email === one.email ? 'invalid_credentials' : 'signed in')
    }
  })

  it('by a client with PKCE sets its password with the exchange of the code, not with the press', async () => {
    const auth = await openAuth(engine)
    const { services } = auth.world
    const person = newPerson()
    const client = auth.client({ flowType: 'pkce' })
    await client.signUp({ ...person, options: { data: { full_name: person.name } } })
    const { token = '' } = await auth.letterTo(person.email)
    const { authCode = '' } = await followLink(services, caller, { token, type: 'signup' })
    expect(await signIn(auth, person.email, person.password)).toBe('invalid_credentials')
    const { data, error } = await client.exchangeCodeForSession(authCode)
    expect(error).toBeNull()
    expect(data.user?.user_metadata).toEqual({ full_name: person.name })
    expect(await signIn(auth, person.email, person.password)).toBe('signed in')
  })
})

onOneEngine('The mail with which someone gets back into their account', (engine) => {
  const owner = { clientKey: 'the owner', userAgent: '' }
  const thief = { clientKey: 'a thief', userAgent: '' }

  it('comes when they ask for it on the site, however often a stranger asks, also from the same address', async () => {
    const auth = await openAuth(engine, { env: { RATE_LIMIT_SCALE: '1' } })
    const { services, clock } = auth.world
    const { person } = await signedUp(auth)
    const { email } = person
    const before = (await auth.letters()).length
    const codeChallenge = { code_challenge: 'c'.repeat(43), code_challenge_method: 's256' }
    const onSite = siteEntry(services, '/auth/new-password')
    const ask = async (by: typeof owner, redirectTo?: string) => {
      await recover(services, by, { email, ...(!redirectTo && codeChallenge) }, redirectTo)
      return (await auth.letters()).length - before
    }
    for (let minute = 0; minute < 14; minute++) {
      await ask(minute % 2 ? owner : thief)
      await ask(thief, onSite)
      clock.advance(minutes(1))
    }
    // Three of each in fifteen minutes, not 28.
    const asked = await ask(thief)
    expect(asked).toBeLessThan(12)
    expect(await ask(owner, onSite)).toBe(asked + 1)
    const { redirectTo } = (await auth.letters()).at(-1) ?? {}
    expect(redirectTo).toBe(onSite)
  })

  it('leads into the site from its home page too, where no client takes a code', () => {
    const site = { config: { siteUrl: 'https://www.example.co.uk' } as Services['config'] }
    for (const [target, type, path] of [
      ['https://www.example.co.uk/', 'recovery', '/auth/new-password'],
      ['https://www.example.co.uk/?a=b#c', 'magiclink', '/'],
      ['https://www.example.co.uk/auth/entered?next=%2Faccount', 'recovery', '/account'],
      ['https://www.example.co.uk/elsewhere', 'recovery', undefined],
      ['https://app.example.co.uk/', 'recovery', undefined],
    ] as const)
      expect(mailEntryOf(site, target, type)).toBe(path)
  })
})

onOneEngine('A password that is too short for staff', (engine) => {
  it('still signs them in, and leads to a longer one first; a customer’s does not', async () => {
    const auth = await openAuth(engine)
    const { services } = auth.world
    const { person } = await signedUp(auth, { ...newPerson(), password: 'sturdy seven' })
    const short = await signedUp(auth, { ...newPerson(), password: 'sturdy7' })
    const caller = { clientKey: 'a dispatcher', userAgent: '' }
    const pathOf = async (fields: typeof person) => (await enterSite(services, caller, fields, undefined, '/staff')).path
    const known = async () => {
      const users = await services.db.selectFrom('authUsers').select(['email', 'passwordSuitsStaff']).execute()
      return [person, short.person].map(({ email }) => users.find((user) => user.email === email)?.passwordSuitsStaff)
    }
    // By signing up, and again by the next sign-in.
    expect(await known()).toEqual([1, 0])
    await services.db.updateTable('authUsers').set({ passwordSuitsStaff: null }).execute()
    expect(await pathOf(short.person)).toBe('/staff')
    await services.db.updateTable('authUsers').set({ role: 'staff' }).execute()
    expect(await pathOf(short.person)).toBe('/account/password?next=%2Fstaff')
    expect(await pathOf(person)).toBe('/staff')
    expect(await known()).toEqual([1, 0])
    expect((await short.client.updateUser({ password: 'sturdy twelve' })).error).toBeNull()
    expect(await known()).toEqual([1, 1])
  })
})

onOneEngine('While strangers try more passwords than can be checked', (engine) => {
  it('a browser that was signed in before signs in, to that account alone', async () => {
    const auth = await openAuth(engine)
    const { services } = auth.world
    const [{ person }, { person: other }] = [await signedUp(auth), await signedUp(auth)]
    const caller = { clientKey: 'a dispatcher', userAgent: '' }
    const { registration } = await enterSite(services, caller, person)
    const guess = (cost: string) => verifyPassword(`$argon2id$v=19$${cost},p=1$c29tZXNhbHQxMjM0NTY3OA$${'A'.repeat(43)}`, 'a guess')
    // All places are taken for a while, and the queue is full.
    const flood = [
      ...Array.from({ length: hashesAtOnce }, () => guess('m=65536,t=12')),
      ...Array.from({ length: longestQueue }, () => guess('m=8,t=1')),
    ]
    await expect(enterSite(services, caller, person)).rejects.toBeInstanceOf(TooManyPasswords)
    await expect(enterSite(services, caller, other, registration)).rejects.toBeInstanceOf(TooManyPasswords)
    expect((await enterSite(services, caller, person, registration, '/staff')).path).toBe('/staff')
    await Promise.all(flood)
  })
})
