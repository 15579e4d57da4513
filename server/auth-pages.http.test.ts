// @module-tag never-again
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cookiesBlockedNotice } from '#app/features/accounts/auth-form.ts'
import { newPerson } from '#test/support/auth.ts'
import { linkIn, openConfirmedMember, openPlainBrowser } from '#test/support/plain-browser.ts'
import { type Site, startSite } from '#test/support/site.ts'

let site: Site
beforeAll(async () => {
  site = await startSite()
})
afterAll(() => site.close())

const newVisitor = () => openPlainBrowser(site.url)

type Person = ReturnType<typeof newPerson>
const signUpFields = ({ name, email, password }: Person) => ({ tab: 'sign-up', fullName: name, email, password })
const signInFields = ({ email, password }: Person) => ({ tab: 'sign-in', email, password })

const linkTo = async (email: string, subject: string) => linkIn(await site.mailTo(email, subject))
const member = async (person?: Person) => {
  const { browser, ...rest } = await openConfirmedMember(site, person)
  return { visitor: browser, ...rest }
}

describe('Signing up', () => {
  it('asks to look into the mail, and its link signs in with a cookie that scripts cannot read', async () => {
    const person = newPerson()
    const visitor = newVisitor()
    await visitor.post('/auth', signUpFields(person))
    expect(visitor.cookies.has('sid')).toBe(false)
    expect((await visitor.post('/auth', signInFields(person))).text).toContain('Please check your email and click the confirmation link.')

    const link = await linkTo(person.email, 'Confirm your email address')
    const pressed = await visitor.post(link, {})
    expect(pressed).toMatchObject({ status: 303, location: '/account/bookings?said=signed-in' })
    expect(pressed.headers.getSetCookie().join()).toMatch(/sid=[\w-]{43}; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax/)
    const home = await visitor.open('/')
    expect(home.text).toContain('Sign Out')
    expect(home.headers.get('cache-control')).toBe('private, no-store')
  })

  it('says that there is an account only to the browser that made it', async () => {
    const { visitor, person } = await member()
    await visitor.post('/auth/sign-out', {})
    expect((await visitor.post('/auth', signUpFields(person))).text).toContain(
      'An account with this email already exists. Please sign in instead.',
    )
    expect((await newVisitor().post('/auth', signUpFields(person))).text).toContain('Account Created!')
  })

  it('keeps what was typed where it is refused, but for the password', async () => {
    for (const wrong of [{ fullName: '' }, { password: '12345' }, { password: 'password' }, { email: 'nobody' }]) {
      const fields = { ...signUpFields({ ...newPerson(), name: 'Ada "Lovelace" <x>' }), ...wrong }
      const answer = await newVisitor().post('/auth', fields)
      expect(answer.status, JSON.stringify(wrong)).toBeGreaterThanOrEqual(400)
      if (fields.fullName) expect(answer.text).toContain('value="Ada &quot;Lovelace&quot; &lt;x&gt;"')
      expect(answer.text).not.toContain(`value="${fields.password}"`)
    }
  })
})

describe('Signing in', () => {
  it('leads to where someone wanted to go, with a new id each time', async () => {
    const { person } = await member()
    const visitor = newVisitor()
    expect(await visitor.open('/account/bookings')).toMatchObject({ status: 303, location: '/auth?next=/account/bookings' })
    expect(await visitor.post('/auth?next=/account/bookings', signInFields(person))).toMatchObject({
      status: 303,
      location: '/account/bookings',
    })
    const first = visitor.cookies.get('sid')
    expect((await visitor.open('/account/bookings')).text).toContain('No bookings yet')
    expect(await visitor.open('/auth')).toMatchObject({ status: 303, location: '/account/bookings?said=signed-in' })
    await visitor.post('/auth/sign-out', {})
    await visitor.post('/auth', signInFields(person))
    expect(visitor.cookies.get('sid')).not.toBe(first)
  })

  it('leads to no other site', async () => {
    const { person } = await member()
    for (const next of ['https://evil.example/', '/\\evil.example', 'javascript:alert(1)']) {
      const { location } = await newVisitor().post(`/auth?next=${encodeURIComponent(next)}`, signInFields(person))
      expect(new URL(location ?? '', site.url).origin, next).toBe(site.url)
    }
  })

  it('is refused with a word to a browser that keeps no cookies, and works in the same form once they are allowed', async () => {
    const { person } = await member()
    const visitor = newVisitor()
    const [, afterCookie = ''] = /name="afterCookie" value="(\w+)"/.exec((await visitor.open('/auth')).text) ?? []
    visitor.cookies.clear()
    const blocked = await visitor.post('/auth', { ...signInFields(person), afterCookie })
    expect(blocked.status).toBe(400)
    expect(blocked.text).toContain(cookiesBlockedNotice.title)
    expect(blocked.text).toContain(`value="${person.email}"`)
    expect([...visitor.cookies.keys()]).toEqual(['csrf'])
    expect(await visitor.post('/auth', { ...signInFields(person), afterCookie })).toMatchObject({
      status: 303,
      location: '/account/bookings?said=signed-in',
    })
    // The page's script, whose form asks for data.
    visitor.cookies.clear()
    const byScript = await visitor.post('/auth.data', { ...signInFields(person), afterCookie })
    expect([byScript.status, byScript.text.includes(cookiesBlockedNotice.title)]).toEqual([400, true])
  })

  it('fails with what was typed', async () => {
    const { person } = await member()
    const wrong = await newVisitor().post('/auth', { ...signInFields(person), password: 'wrong horse' })
    expect([wrong.status, wrong.text.includes(`value="${person.email}"`)]).toEqual([400, true])
  })
})

describe('Signing out', () => {
  it('ends the session behind the cookie, from this site only', async () => {
    const { visitor } = await member()
    const cookie = visitor.cookies.get('sid') ?? ''
    expect((await visitor.post('/auth/sign-out', {}, { Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site' })).status).toBe(403)
    expect((await visitor.open('/')).text).toContain('Sign Out')
    expect(await visitor.open('/auth/sign-out')).toMatchObject({ status: 303 })
    expect((await visitor.open('/')).text).toContain('Sign Out')
    expect(await visitor.post('/auth/sign-out', {})).toMatchObject({ status: 303, location: '/' })
    expect(visitor.cookies.has('sid')).toBe(false)
    const thief = newVisitor()
    thief.cookies.set('sid', cookie)
    const home = await thief.open('/')
    expect(home.text).toContain('Sign In')
    expect(home.text).not.toContain('Sign Out')
    // A stale cookie is removed, so that cached pages can be used again.
    expect(thief.cookies.has('sid')).toBe(false)
  })
})

describe('A forgotten password', () => {
  it('is replaced by way of a mail, and says the same to everyone', async () => {
    const { person, visitor: other } = await member()
    const visitor = newVisitor()
    const known = await visitor.post('/auth/forgotten', { email: person.email })
    const unknown = await visitor.post('/auth/forgotten', { email: newPerson().email })
    expect(known.status).toBe(200)
    expect(unknown.status).toBe(200)
    const pressed = await visitor.post(await linkTo(person.email, 'Set a new password'), {})
    expect(pressed).toMatchObject({ status: 303, location: '/auth/new-password' })
    for (const password of ['qwerty', person.password])
      expect((await visitor.post('/auth/new-password', { password })).status).toBeGreaterThanOrEqual(400)
    const saved = await visitor.post('/auth/new-password', { password: 'another horse altogether' })
    expect(saved).toMatchObject({ status: 303, location: '/account?said=password-saved' })
    expect((await other.open('/')).text).not.toContain('Sign Out')
    expect((await newVisitor().post('/auth', signInFields(person))).status).toBe(400)
    expect(await newVisitor().post('/auth', { ...signInFields(person), password: 'another horse altogether' })).toMatchObject({
      status: 303,
    })
  })
})

describe('My bookings', () => {
  it('are those that were made with the confirmed address, each with its page', async () => {
    const person = newPerson()
    await site.book(person.email)
    await site.book(newPerson().email)
    const { visitor } = await member(person)
    const page = await visitor.open('/account/bookings')
    const links = [...page.text.matchAll(/href="(\/track\/[^"]+)"/g)].map(([, href = '']) => href)
    expect(links).toHaveLength(1)
    expect((await visitor.open(links[0] ?? '')).text).toContain('BK-')
    expect(page.headers.get('cache-control')).toBe('private, no-store')
  })
})
