// @module-tag never-again
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newPerson } from '#test/support/auth.ts'
import { linkIn, openConfirmedMember, openPlainBrowser } from '#test/support/plain-browser.ts'
import { type Site, startSite } from '#test/support/site.ts'

const serviceKey = 'service-key-of-the-tests-of-account-pages'
let site: Site
beforeAll(async () => {
  site = await startSite({ env: { API_SERVICE_KEY: serviceKey } })
})
afterAll(() => site.close())

const newBrowser = () => openPlainBrowser(site.url)
const linkTo = async (email: string, subject: string) => linkIn(await site.mailTo(email, subject))
const signIn = ({ email, password }: { email: string; password: string }) => newBrowser().post('/auth', { tab: 'sign-in', email, password })
const member = () => openConfirmedMember(site)

describe('A new email address', () => {
  const atNew = (email: string) => linkTo(email, 'Confirm your new email address')
  const atOld = (email: string) => linkTo(email, 'Confirm you’re changing your email address')

  async function change() {
    const { browser, person } = await member()
    const to = newPerson().email
    const asked = await browser.post('/account/email', { email: to })
    expect(asked.status).toBe(200)
    return { browser, person, to }
  }
  /** The numbers of confirmed and unconfirmed addresses. */
  const progress = (text: string) => [text.match(/>Confirmed</g)?.length ?? 0, text.match(/>Not confirmed yet</g)?.length ?? 0]

  it('holds once both mails are confirmed, each in another browser that no one is signed in to', async () => {
    const { browser, person, to } = await change()
    const before = await browser.open('/account/email')
    expect(progress(before.text)).toEqual([0, 2])
    expect(before.text).toContain(to)
    expect(before.headers.get('cache-control')).toBe('private, no-store')

    const half = await newBrowser().post(await atNew(to), {})
    expect(half.status).toBe(200)
    expect(half.text).toContain('href="/account/email"')
    expect(progress((await browser.open('/account/email')).text)).toEqual([1, 1])

    const phone = newBrowser()
    const whole = await phone.post(await atOld(person.email), {})
    expect(whole).toMatchObject({ status: 303, location: '/account/email?said=email-changed' })
    const after = await phone.open(whole.location ?? '')
    expect(after.text).toContain(to)
    expect(after.text).not.toContain(person.email)
    expect((await signIn({ ...person, email: to })).status).toBe(303)
    expect((await signIn(person)).status).toBe(400)
  })

  it('is mailed again, and what was confirmed stays so', async () => {
    const { browser, person, to } = await change()
    const first = await atOld(person.email)
    await newBrowser().post(await atNew(to), {})
    const again = await browser.post('/account/email', { intent: 'again' })
    expect(progress(again.text)).toEqual([1, 1])
    await expect.poll(() => atOld(person.email)).not.toBe(first)
    expect(await newBrowser().post(await atOld(person.email), {})).toMatchObject({ status: 303 })
    expect((await signIn({ ...person, email: to })).status).toBe(303)
  })

  it('is refused where it is none, and what was typed stays', async () => {
    const { browser, person } = await member()
    for (const email of ['', 'nobody at "home"', person.email.toUpperCase()]) {
      const { text } = await browser.post('/account/email', { email })
      if (email) expect(text.toLowerCase()).toContain(`value="${email.toLowerCase().replaceAll('"', '&quot;')}"`)
    }
    expect(progress((await browser.open('/account/email')).text)).toEqual([0, 0])
  })
})

describe('A new password', () => {
  it('signs all other devices out, including one with a copy of this one’s cookie, and says that it is saved', async () => {
    const { browser, person } = await member()
    const [other, thief] = [newBrowser(), newBrowser()]
    thief.cookies.set('sid', browser.cookies.get('sid') ?? '')
    await other.post('/auth', { tab: 'sign-in', email: person.email, password: person.password })
    const saved = await browser.post('/account/password', { password: 'another horse altogether' })
    expect(saved).toMatchObject({ status: 303, location: '/account?said=password-saved' })
    for (const each of [other, thief]) expect(await each.open('/account')).toMatchObject({ status: 303, location: '/auth?next=/account' })
    expect((await signIn(person)).status).toBe(400)
    expect((await signIn({ ...person, password: 'another horse altogether' })).status).toBe(303)
  })

  it('is refused in words, and stands nowhere in the answer', async () => {
    const { browser, person } = await member()
    for (const password of ['', 'x7!qz', 'a'.repeat(257), 'qwerty', person.email, person.password]) {
      const { text, status } = await browser.post('/account/password', { password })
      expect(status).toBeGreaterThanOrEqual(400)
      if (password && password !== person.email) expect(text).not.toContain(password)
    }
    expect((await signIn(person)).status).toBe(303)
  })

  it('is saved by password managers under its address', async () => {
    const { browser, person } = await member()
    for (const path of ['/account/password', '/account/confirm', '/auth/new-password']) {
      const field = /<input[^>]*name="username"[^>]*>/.exec((await browser.open(path)).text)?.[0] ?? ''
      for (const part of ['type="text"', 'autoComplete="username"', 'readOnly', `value="${person.email}"`])
        expect(field, path).toContain(part)
    }
  })
})

describe('Someone who comes by a link and has no password', () => {
  const entered = (next: string) => encodeURIComponent(`${site.url}/auth/entered?next=${encodeURIComponent(next)}`)

  it.each([
    ['invited', 'You’re invited to Emergency Plumbers London'],
    ['by a link to sign in', 'Your sign-in link'],
  ])('%s, is led to set one, and then on to where they were going', async (way, subject) => {
    const { email } = newPerson()
    const call = way === 'invited' ? 'invite' : 'otp'
    await fetch(`${site.url}/auth/v1/${call}?redirect_to=${entered('/account/bookings')}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${serviceKey}` },
      body: JSON.stringify({ email }),
    })
    const browser = newBrowser()
    const pressed = await browser.post(await linkTo(email, subject), {})
    expect(pressed).toMatchObject({ status: 303, location: '/account/password?next=%2Faccount%2Fbookings' })
    const page = await browser.open(pressed.location ?? '')
    expect(page.text).toMatch(/href="\/account\/bookings"[^>]*>Continue without a password</)
    const password = 'another horse altogether'
    expect(await browser.post(pressed.location ?? '', { password })).toMatchObject({ status: 303, location: '/account/bookings' })
    expect((await signIn({ email, password })).status).toBe(303)
  })
})
