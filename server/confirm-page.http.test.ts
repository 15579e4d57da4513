import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newPerson } from '#test/support/auth.ts'
import { foreignForm, linkIn, openConfirmedMember, openPlainBrowser, type PlainBrowser } from '#test/support/plain-browser.ts'
import { type Site, startSite } from '#test/support/site.ts'

interface Member {
  browser: PlainBrowser
  person: ReturnType<typeof newPerson>
}

/** A member without a password. */
async function newGuest(site: Site): Promise<Member> {
  const [browser, person] = [openPlainBrowser(site.url), newPerson()]
  const next = encodeURIComponent(`${site.url}/auth/entered?next=/account`)
  await fetch(`${site.url}/auth/v1/otp?redirect_to=${next}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ email: person.email }),
  })
  await browser.post(linkIn(await site.mailTo(person.email, 'Your sign-in link')), {})
  return { browser, person }
}

const asks = { status: 303, location: '/account/confirm?next=/account/email' }
const confirm = '/account/confirm?next=/account/email'
const codePage = '/account/confirm?next=%2Faccount%2Femail&by=code'

async function codeFor(site: Site, { browser, person }: Member): Promise<string> {
  expect(await browser.post(confirm, { intent: 'send' })).toMatchObject({ status: 303, location: codePage })
  return /\b\d{6}\b/.exec(await site.mailTo(person.email, 'Your code'))?.[0] ?? ''
}
const wrongCode = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

describe('A user who has been signed in for a while', () => {
  let site: Site
  const members: Member[] = []
  let guest: Member
  beforeAll(async () => {
    site = await startSite({ at: '2026-11-23T09:00:00Z' })
    for (let count = 0; count < 8; count++) members.push(await openConfirmedMember(site))
    guest = await newGuest(site)
    for (const { browser } of [...members, guest]) expect((await browser.open('/account/email')).status).toBe(200)
    await site.passFourHours()
  }, 240_000)
  afterAll(() => site.close())

  /** Takes a member that no other test uses. */
  function take(): Member {
    const member = members.pop()
    if (!member) throw new Error('More members are needed')
    return member
  }

  it('says once more who they are by their password, and goes on to where they were going', async () => {
    const { browser, person } = take()
    expect(await browser.open('/account/email')).toMatchObject(asks)
    const page = await browser.open(confirm)
    expect(page.headers.get('cache-control')).toBe('private, no-store')
    const thief = openPlainBrowser(site.url)
    thief.cookies.set('sid', browser.cookies.get('sid') ?? '')
    expect(await browser.post(confirm, { password: person.password })).toMatchObject({ status: 303, location: '/account/email' })
    // A stolen cookie isn't proved along with the owner's session.
    expect(await thief.open('/account')).toMatchObject({ status: 303, location: '/auth?next=/account' })
    for (const path of ['/account/email', '/account/password']) expect((await browser.open(path)).status).toBe(200)
  })

  it('is not let through by a wrong password, by none, or by someone else’s', async () => {
    const { browser, person } = take()
    const { person: other } = take()
    for (const password of ['', 'wrong horse', other.password]) {
      const answer = await browser.post(confirm, { password })
      expect([answer.status, Boolean(password) && answer.text.includes(password)]).toEqual([400, false])
    }
    expect(await browser.open('/account/email')).toMatchObject(asks)
    expect((await browser.post(confirm, { password: person.password }, foreignForm)).status).toBe(403)
    expect(await browser.open('/account/email')).toMatchObject(asks)
  })

  it('may have a code mailed instead, which works once', async () => {
    const member = take()
    const { browser } = member
    const code = await codeFor(site, member)
    expect((await browser.open(codePage)).text).toContain('autoComplete="one-time-code"')
    const wrong = await browser.post(codePage, { code: wrongCode(code) })
    expect(wrong.status).toBe(422)
    expect(wrong.text).toContain(`value="${wrongCode(code)}"`)
    expect(await browser.open('/account/email')).toMatchObject(asks)
    const spaced = `${code.slice(0, 3)} ${code.slice(3)} `
    expect(await browser.post(codePage, { code: spaced })).toMatchObject({ status: 303, location: '/account/email' })
    expect((await browser.open('/account/email')).status).toBe(200)
    expect((await browser.post(codePage, { code })).status).toBe(422)
  })

  it('has a code mailed where there is no password', async () => {
    const { browser } = guest
    expect(await browser.open('/account/password')).toMatchObject({ location: '/account/confirm?next=/account/password' })
    expect((await browser.open(confirm)).text).not.toContain('name="password"')
    const code = await codeFor(site, guest)
    expect(await browser.post(codePage, { code })).toMatchObject({ status: 303, location: '/account/email' })
  })

  it('comes back to the very page, and to no other site', async () => {
    const { browser, person } = take()
    const deep = '/account/password?next=/account/bookings'
    const led = (await browser.open(deep)).location ?? ''
    expect(await browser.post(led, { password: person.password })).toMatchObject({ status: 303, location: deep })
    for (const next of ['https://evil.example/', ''])
      expect(await browser.post(`/account/confirm?next=${encodeURIComponent(next)}`, { password: person.password })).toMatchObject({
        status: 303,
        location: '/account',
      })
  })

  it('changes nothing with a form that was opened in time and sent too late', async () => {
    const { browser, person } = take()
    expect(await browser.post('/account/password', { password: 'another horse altogether' })).toMatchObject({
      status: 303,
      location: '/account/confirm?next=/account/password',
    })
    expect(await browser.post('/account/email', { email: newPerson().email })).toMatchObject(asks)
    const { email, password } = person
    expect((await openPlainBrowser(site.url).post('/auth', { tab: 'sign-in', email, password })).status).toBe(303)
    expect((await browser.open('/account')).text).not.toContain('once confirmed')
  })

  it('is not let through by a code of four hours ago', async () => {
    const member = take()
    const code = await codeFor(site, member)
    await site.passFourHours()
    expect((await member.browser.post(codePage, { code })).status).toBe(422)
    expect(await member.browser.open('/account/email')).toMatchObject(asks)
  })
})

describe('Proofs under the limits that are in force', () => {
  let site: Site
  beforeAll(async () => {
    site = await startSite({ env: { RATE_LIMIT_SCALE: '1' } })
  })
  afterAll(() => site.close())

  it('are twenty passwords in a quarter of an hour, then not even the right one', async () => {
    const { browser, person } = await openConfirmedMember(site)
    for (let tries = 0; tries < 20; tries++) expect((await browser.post(confirm, { password: 'wrong horse' })).status).toBe(400)
    expect((await browser.post(confirm, { password: person.password })).status).toBe(429)
  })
})
