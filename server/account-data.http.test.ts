// @module-tag never-again
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '#app/values/ids.ts'
import { newPerson } from '#test/support/auth.ts'
import { type Site, startSite } from '#test/support/site.ts'

let site: Site
beforeAll(async () => {
  site = await startSite()
})
afterAll(() => site.close())

const sameSite = () => ({ Origin: site.url, 'Sec-Fetch-Site': 'same-origin' })
const foreign = { Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site' }
const phone = 'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36'
const laptop = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Safari/605.1.15'

/** A browser without JavaScript: keeps cookies, posts forms and doesn't follow redirects automatically. */
function newVisitor(userAgent = phone) {
  const cookies = new Map<string, string>()
  async function ask(path: string, init: RequestInit = {}) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await fetch(new URL(path, site.url), {
      redirect: 'manual',
      ...init,
      headers: { Cookie: cookie, 'User-Agent': userAgent, ...(init.headers as Record<string, string>) },
    })
    for (const set of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? []
      if (/Max-Age=0/i.test(set)) cookies.delete(name)
      else cookies.set(name, value)
    }
    return { status: response.status, headers: response.headers, location: response.headers.get('location'), text: await response.text() }
  }
  return {
    cookies,
    open: (path: string) => ask(path),
    post: (path: string, fields: Record<string, string> = {}, headers: Record<string, string> = sameSite()) =>
      ask(path, { method: 'POST', body: new URLSearchParams(fields), headers }),
  }
}

type Visitor = ReturnType<typeof newVisitor>
type Person = ReturnType<typeof newPerson>

async function signIn({ email, password }: Person, userAgent = phone) {
  const visitor = newVisitor(userAgent)
  expect(await visitor.post('/auth', { tab: 'sign-in', email, password })).toMatchObject({
    status: 303,
    location: '/account/bookings?said=signed-in',
  })
  return visitor
}

/** Signs up and signs in on a phone. */
async function member(person = newPerson()) {
  const visitor = newVisitor()
  await visitor.post('/auth', { tab: 'sign-up', fullName: person.name, email: person.email, password: person.password })
  const link = /http\S+\/auth\/verify\S+/.exec(await site.mailTo(person.email, 'Confirm your email address'))?.[0] ?? ''
  expect(await visitor.post(link)).toMatchObject({ status: 303, location: '/account/bookings?said=signed-in' })
  return { visitor, person }
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

/** A page's text without markup. */
const wordsOf = (html: string) =>
  html
    .replace(/^[\s\S]*<main/, '<main')
    .replace(/<script[\s\S]*?<\/script>|<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')
const isSignedIn = async (visitor: Visitor) => (await visitor.open('/account')).status === 200
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

  it('ends no one else’s device, and nothing for a form on another website', async () => {
    const { visitor } = await member()
    const { visitor: stranger, person } = await member()
    const other = await signIn(person, laptop)
    const device = deviceIn((await stranger.open('/account/devices')).text, 'Safari on Mac')
    await visitor.post('/account/devices', { device })
    expect(await isSignedIn(other)).toBe(true)
    for (const fields of [{ device }, { intent: 'others' }] as Record<string, string>[])
      expect((await stranger.post('/account/devices', fields, foreign)).status).toBe(403)
    expect(await isSignedIn(other)).toBe(true)
  })
})

describe('The copy of someone’s data', () => {
  it('is one file for the person alone, with what they booked', async () => {
    const person = newPerson()
    await site.book(person.email)
    const { visitor } = await member(person)
    expect((await visitor.open('/account/data')).text).toContain('Download my data')
    const file = await visitor.post('/account/data/copy')
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

  it('is made by the button only, for no one who is not signed in and for no other website', async () => {
    const { visitor } = await member()
    expect(await visitor.open('/account/data/copy')).toMatchObject({ status: 303, location: '/account/data' })
    expect((await visitor.post('/account/data/copy', {}, foreign)).status).toBe(403)
    const nobody = await newVisitor().post('/account/data/copy')
    expect(nobody).toMatchObject({ status: 303, location: '/auth?next=/account/data' })
    expect(nobody.text).not.toContain('{')
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
    expect((await visitor.post('/account/delete', { confirm: 'DELETE' }, foreign)).status).toBe(403)
    expect(await isSignedIn(visitor)).toBe(true)

    expect(await visitor.open('/account/deleted')).toMatchObject({ status: 303, location: '/account' })
    expect(await visitor.post('/account/delete', { confirm: 'delete' })).toMatchObject({ status: 303, location: '/account/deleted' })
    expect(visitor.cookies.has('sid')).toBe(false)
    expect(await isSignedIn(other)).toBe(false)
    expect(await client.user()).toMatchObject({ status: 403, json: { error_code: 'user_not_found' } })
    expect((await newVisitor().post('/auth', { tab: 'sign-in', email: person.email, password: person.password })).status).toBe(400)
    const mail = await site.mailTo(person.email, 'Your account is deleted')
    expect(mail).not.toContain('http')
    // The booking is kept.
    expect(await site.bookingsOf(person.email)).toMatchObject([{ name: 'Priya Raman', status: 'received' }])
  })

  it('offers the bills before, and is the same for two tabs at once', async () => {
    const person = newPerson()
    await site.book(person.email)
    const { visitor } = await member(person)
    const [booking] = await site.bookingsOf(person.email)
    if (!booking) throw new Error('there is no booking')
    const now = new Date().toISOString()
    const day = now.slice(0, 10)
    await site.db
      .insertInto('bills')
      .values({
        ...{ id: newId(), bookingId: booking.id, revision: 1, year: 2026, number: 1, reference: '2026-0001', lines: '[]' },
        ...{ issuedAt: now, issuedBy: 'staff', suppliedOn: day, taxPoint: day, dueOn: day, engineerId: null },
        ...{ totalPence: 11_900, vatPercent: null, vatPence: 0, supplier: JSON.stringify({ name: 'Plumbers', phone: '0800' }) },
        customer: JSON.stringify({ name: 'Priya', address: '1 High Street' }),
        visit: JSON.stringify({ reference: booking.reference, service: booking.service }),
      })
      .execute()
    const { text } = await visitor.open('/account/delete')
    expect(wordsOf(text)).toContain('Bill 2026-0001, £119.00')
    const href = /href="(\/track\/[^"]+\.pdf)"/.exec(text)?.[1] ?? ''
    const file = await fetch(`${site.url}${href}`)
    expect([file.status, file.headers.get('content-type')]).toEqual([200, 'application/pdf'])

    const answers = await Promise.all([1, 2].map(() => visitor.post('/account/delete', { confirm: 'DELETE' })))
    for (const { status, location } of answers) {
      expect(status).toBe(303)
      // After the account is deleted, requests are redirected to sign-in.
      expect(['/account/deleted', '/auth?next=/account/delete']).toContain(location)
    }
    expect(answers.map(({ location }) => location)).toContain('/account/deleted')
    // Signing up again with the address begins again.
    const { visitor: again } = await member(person)
    const { account } = JSON.parse((await again.post('/account/data/copy')).text)
    expect(account.email).toBe(person.email)
  })
})
