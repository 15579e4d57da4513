// @module-tag never-again
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newPerson } from '#test/support/auth.ts'
import { openConfirmedMember, openPlainBrowser, type PlainBrowser } from '#test/support/plain-browser.ts'
import { type Site, startSite } from '#test/support/site.ts'

let site: Site
beforeAll(async () => {
  site = await startSite()
})
afterAll(() => site.close())

const phone = 'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36'
const laptop = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Safari/605.1.15'

type Person = ReturnType<typeof newPerson>

async function signIn(person: Person, userAgent = phone) {
  const visitor = openPlainBrowser(site.url, userAgent)
  expect(await visitor.signIn(person)).toMatchObject({ status: 303 })
  return visitor
}

/** Signs up and signs in on a phone. */
async function member(person = newPerson()) {
  const { browser } = await openConfirmedMember(site, person, openPlainBrowser(site.url, phone))
  return { visitor: browser, person }
}

/** Signs in to the API, as an app does. */
async function app({ email, password }: Person) {
  const call = async (path: string, body: unknown, bearer?: string) => {
    const response = await fetch(`${site.url}/auth/v1${path}`, {
      method: body ? 'POST' : 'GET',
      body: body ? JSON.stringify(body) : undefined,
      headers: { 'Content-Type': 'application/json', 'User-Agent': 'node', ...(bearer && { Authorization: `Bearer ${bearer}` }) },
    })
    return { status: response.status, json: (await response.json()) as Record<string, string> }
  }
  const { json } = await call('/token?grant_type=password', { email, password })
  return {
    user: async () => call('/user', undefined, json.access_token),
    refresh: async () => call('/token?grant_type=refresh_token', { refresh_token: json.refresh_token }),
  }
}

const isSignedIn = async (visitor: PlainBrowser) => (await visitor.open('/account')).status === 200
/** The device in the row with this name. */
const deviceIn = (html: string, name: string) =>
  new RegExp(`<h2[^>]*>${name}(?:(?!</li>)[\\s\\S])*?name="device" value="([^"]+)"`).exec(html)?.[1] ?? ''

describe('The list of devices', () => {
  it('names each in words, says which one this is, and signs one out at its next request', async () => {
    const { visitor, person } = await member()
    const other = await signIn(person, laptop)
    const client = await app(person)
    const page = await visitor.open('/account/devices')
    expect(page.headers.get('cache-control')).toBe('private, no-store')
    expect(page.text).not.toContain('Mozilla')

    const laptopId = deviceIn(page.text, 'Safari on Mac')
    const ended = await visitor.post('/account/devices', { device: laptopId })
    expect(ended.status).toBe(200)
    expect(await isSignedIn(other)).toBe(false)
    expect((await other.open('/account')).location).toBe('/auth?next=/account')
    expect((await client.user()).status).toBe(200)

    expect((await visitor.post('/account/devices', { device: deviceIn(page.text, 'An app or a script') })).status).toBe(200)
    expect(await client.user()).toMatchObject({ status: 403, json: { error_code: 'session_not_found' } })
    expect(await client.refresh()).toMatchObject({ status: 400, json: { error_code: 'session_not_found' } })
    expect(await isSignedIn(visitor)).toBe(true)
  })

  it('signs all others out, and stays', async () => {
    const { visitor, person } = await member()
    const others = [await signIn(person, laptop), await signIn(person)]
    const client = await app(person)
    expect((await visitor.post('/account/devices', { intent: 'others' })).status).toBe(200)
    for (const other of others) expect(await isSignedIn(other)).toBe(false)
    expect(await client.user()).toMatchObject({ status: 403, json: { error_code: 'session_not_found' } })
    expect(await isSignedIn(visitor)).toBe(true)
  })

  it('ends no one else’s device', async () => {
    const { visitor } = await member()
    const { visitor: stranger, person } = await member()
    const other = await signIn(person, laptop)
    const device = deviceIn((await stranger.open('/account/devices')).text, 'Safari on Mac')
    await visitor.post('/account/devices', { device })
    expect(await isSignedIn(other)).toBe(true)
  })
})

describe('The copy of someone’s data', () => {
  it('is one file for the person alone, with what they booked', async () => {
    const person = newPerson()
    await site.book(person.email)
    const { visitor } = await member(person)
    expect((await visitor.open('/account/data')).text).toContain('Download my data')
    const file = await visitor.post('/account/data/copy', {})
    expect(file.status).toBe(200)
    expect(file.headers.get('content-disposition')).toMatch(
      /^attachment; filename="emergency-plumbers-london-my-data-\d{4}-\d\d-\d\d\.json"$/,
    )
    expect(file.headers.get('content-type')).toContain('application/json')
    expect(file.headers.get('cache-control')).toBe('private, no-store')
    const copy = JSON.parse(file.text)
    expect(copy.account.email).toBe(person.email)
    expect(copy.bookings).toMatchObject([{ email: person.email, name: 'Priya Raman', history: [{ toStatus: 'received' }] }])
    expect(copy.devices).toMatchObject([{ userAgent: phone, onThisWebsite: [{ endsAt: expect.any(String) }] }])
  })
})

describe('Deleting an account', () => {
  it('says what goes and stays, asks for the word, and leaves nothing to sign in to', async () => {
    const person = newPerson()
    await site.book(person.email)
    const { visitor } = await member(person)
    const other = await signIn(person, laptop)
    const client = await app(person)

    const wrong = await visitor.post('/account/delete', { confirm: 'delte' })
    expect(wrong.text).toContain('value="delte"')
    expect(await isSignedIn(visitor)).toBe(true)

    expect(await visitor.open('/account/deleted')).toMatchObject({ status: 303, location: '/account' })
    expect(await visitor.post('/account/delete', { confirm: 'delete' })).toMatchObject({ status: 303, location: '/account/deleted' })
    expect(visitor.cookies.has('sid')).toBe(false)
    expect(await isSignedIn(other)).toBe(false)
    expect(await client.user()).toMatchObject({ status: 403, json: { error_code: 'user_not_found' } })
    expect(
      (await openPlainBrowser(site.url).post('/auth', { tab: 'sign-in', email: person.email, password: person.password })).status,
    ).toBe(400)
    const mail = await site.mailTo(person.email, 'Your account is deleted')
    expect(mail).not.toContain('http')
    // The booking is kept.
    expect(await site.bookingsOf(person.email)).toMatchObject([{ name: 'Priya Raman', status: 'received' }])
  })
})
