import { expect, it } from 'vitest'
import { type AuthWorld, newPerson, openAuth, signedUp } from '#test/support/auth.ts'
import { onEachEngine } from '#test/support/world.ts'
import { enterByLink } from './enter-site.server.ts'
import { insertIdentity } from './provider-user.server.ts'
import type { LinkType } from './schema.ts'

onEachEngine('The link of a mail', (engine) => {
  const caller = { clientKey: 'client', userAgent: 'a browser' }

  /** Where the newest link for somebody leads who was going to their bookings. */
  async function led(auth: AuthWorld, email: string, cookies = '') {
    const { token = '', type } = await auth.letterTo(email, /link to sign in|new password|Confirm your email/)
    const { services } = auth.world
    return enterByLink({ services, cookies }, caller, { token, type: type as LinkType }, '/account/bookings')
  }
  const sessions = ({ world: { services } }: AuthWorld) => services.db.selectFrom('authSessions').selectAll().execute()

  it('leads whoever has no way to sign in again to setting a password first', async () => {
    const auth = await openAuth(engine)
    const { email } = newPerson()
    await auth.client().signInWithOtp({ email })
    expect((await led(auth, email))?.path).toBe('/account/password?next=%2Faccount%2Fbookings')
  })

  it('leads whoever signed up where somebody else did too to setting a password: neither of theirs holds', async () => {
    const auth = await openAuth(engine, { env: { RATE_LIMIT_SCALE: '1' } })
    const person = newPerson()
    await auth.client().signUp(person)
    await auth.client().signUp({ ...person, password: 'somebody else again' })
    expect((await led(auth, person.email))?.path).toBe('/account/password?next=%2Faccount%2Fbookings')
  })

  it('leads whoever has a password, or signs in with Google, to where they were going', async () => {
    const auth = await openAuth(engine)
    const { services } = auth.world
    const { person } = await signedUp(auth)
    await auth.client().signInWithOtp({ email: person.email })
    expect((await led(auth, person.email))?.path).toBe('/account/bookings')

    const { email } = newPerson()
    await auth.client().signInWithOtp({ email })
    await auth.letters()
    const { id } = await services.db.selectFrom('authUsers').select('id').where('email', '=', email).executeTakeFirstOrThrow()
    const google = { provider: 'google' as const, subject: '42', email, emailVerified: true, data: {} }
    await services.db.transaction().execute((tx) => insertIdentity(services, tx, id, google))
    expect((await led(auth, email))?.path).toBe('/account/bookings')
  })

  it('of a forgotten password leads to where that is set', async () => {
    const auth = await openAuth(engine)
    const { email } = newPerson()
    await auth.client().signInWithOtp({ email })
    await auth.letters()
    await auth.client().resetPasswordForEmail(email)
    expect((await led(auth, email))?.path).toBe('/account/bookings')
  })

  it('ends the session that the browser had, and no other', async () => {
    const auth = await openAuth(engine)
    const { person, session } = await signedUp(auth)
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
