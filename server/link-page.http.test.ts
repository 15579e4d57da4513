// @module-tag never-again
import { AuthClient } from '@supabase/auth-js'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { memory, newPerson } from '#test/support/auth.ts'
import { type Site, startSite } from '#test/support/site.ts'

const app = 'https://app.example.co.uk'
let site: Site
beforeAll(async () => {
  site = await startSite({ env: { AUTH_REDIRECT_ORIGINS: app } })
})
afterAll(() => site.close())

const newClient = () =>
  new AuthClient({ url: `${site.url}/auth/v1`, autoRefreshToken: false, persistSession: true, storage: memory(), flowType: 'implicit' })

const linkIn = async (email: string, subject: string) => /http\S+\/auth\/verify\S+/.exec(await site.mailTo(email, subject))?.[0] ?? ''

const open = async (link: string) => {
  const response = await fetch(link, { redirect: 'manual' })
  return { status: response.status, headers: response.headers, text: await response.text() }
}
/** Posts the page's form as a browser does. */
const press = async (link: string, origin = site.url) => {
  const from = origin === site.url ? 'same-origin' : 'cross-site'
  const headers = { Origin: origin, 'Sec-Fetch-Site': from, 'Content-Type': 'application/x-www-form-urlencoded' }
  const response = await fetch(link, { method: 'POST', headers, body: '', redirect: 'manual' })
  return {
    status: response.status,
    location: response.headers.get('location') ?? '',
    headers: response.headers,
    text: await response.text(),
  }
}

it('a link that is opened confirms nothing; its button does, once, and from this site only', async () => {
  const person = newPerson()
  await newClient().signUp({ ...person, options: { emailRedirectTo: `${app}/welcome` } })
  const link = await linkIn(person.email, 'Confirm your email address')
  for (let scan = 0; scan < 3; scan++) {
    const page = await open(link)
    expect(page.status).toBe(200)
    expect(page.text).toContain('Confirm my address')
    expect(page.text).toContain('You didn’t sign up in this browser')
    expect(page.headers.get('cache-control')).toBe('private, no-store')
    expect(page.headers.get('referrer-policy')).toBe('same-origin')
  }
  await fetch(link, { method: 'HEAD' })
  // The link in older emails leads to the same page.
  const older = await open(link.replace('/auth/verify', '/auth/v1/verify'))
  expect(older.status).toBe(303)
  expect(new URL(older.headers.get('location') ?? '', site.url).href).toBe(link)
  expect((await newClient().signInWithPassword(person)).error?.code).toBe('email_not_confirmed')

  const foreign = await press(link, 'https://evil.example')
  expect(foreign.status).toBe(403)
  expect(foreign.text).toContain('That request came from another website')

  const pressed = await press(link)
  expect(pressed.status).toBe(303)
  const { origin, pathname, hash } = new URL(pressed.location)
  expect(origin + pathname).toBe(`${app}/welcome`)
  const fragment = new URLSearchParams(hash.slice(1))
  expect([...fragment.keys()]).toEqual(['access_token', 'expires_at', 'expires_in', 'refresh_token', 'sb', 'token_type', 'type'])
  expect(pressed.headers.get('cache-control')).toContain('no-store')

  const client = newClient()
  const session = await client.setSession({
    access_token: fragment.get('access_token') ?? '',
    refresh_token: fragment.get('refresh_token') ?? '',
  })
  expect(session.data.user?.email).toBe(person.email)
  // Someone else may have chosen the password: this browser didn't sign up.
  expect((await newClient().signInWithPassword(person)).error?.code).toBe('invalid_credentials')
  expect((await client.updateUser({ password: person.password })).error).toBeNull()
  expect((await newClient().signInWithPassword(person)).error).toBeNull()

  const again = await press(link)
  expect(again.status).toBe(403)
  expect(again.text).toContain('This link no longer works')
  expect((await open(link)).text).toContain('This link no longer works')
})

it('the form may lead to the origins that are configured, and a link to no other', async () => {
  const person = newPerson()
  await newClient().signUp({ ...person, options: { emailRedirectTo: 'https://app.example.co.uk.evil.example/' } })
  const link = await linkIn(person.email, 'Confirm your email address')
  expect((await open(link)).headers.get('content-security-policy')).toContain(`form-action 'self' ${app};`)
  const elsewhere = new URL(link)
  elsewhere.searchParams.set('redirect_to', 'https://evil.example/')
  expect(new URL((await press(elsewhere.href)).location, site.url).origin).toBe(site.url)
})
