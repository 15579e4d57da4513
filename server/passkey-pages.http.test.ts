// @module-tag never-again
import { AuthClient } from '@supabase/auth-js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '#app/values/ids.ts'
import { memory, newPerson } from '#test/support/auth.ts'
import { openAuthenticator } from '#test/support/authenticator.ts'
import { openPlainBrowser, type PlainBrowser } from '#test/support/plain-browser.ts'
import { type Site, startSite } from '#test/support/site.ts'

const origin = 'https://plumbers.example'
let site: Site
beforeAll(async () => {
  site = await startSite({ env: { SITE_URL: origin } })
})
afterAll(() => site?.close())

/** A request of a page's script: without a body for options, or with the browser's answer. */
function call(browser: PlainBrowser, path: string, body?: unknown) {
  const headers = { 'Sec-Fetch-Site': 'same-origin' }
  return browser.ask(path, { method: 'POST', headers, body: body === undefined ? undefined : JSON.stringify(body) })
}

const asked = async (browser: PlainBrowser, path: string) => JSON.parse((await call(browser, path)).text)

/** A user with a confirmed account, signed in with a browser that has a passkey. */
async function withPasskey() {
  const person = newPerson()
  const client = new AuthClient({ url: `${site.url}/auth/v1`, autoRefreshToken: false, persistSession: true, storage: memory() })
  await client.signUp({ email: person.email, password: person.password })
  const token = /token=([\w-]+)/.exec(await site.mailTo(person.email, 'Confirm your email address'))?.[1] ?? ''
  expect((await client.verifyOtp({ token_hash: token, type: 'signup' })).error).toBeNull()
  const browser = openPlainBrowser(site.url)
  await browser.signIn(person)
  const device = openAuthenticator(origin)
  const { challenge_id, options } = await asked(browser, '/account/passkeys/new')
  const added = await call(browser, '/account/passkeys/new', { challenge_id, credential: device.create(options) })
  expect(added.status).toBe(200)
  return { person, client, browser, device }
}

describe('Signing in with a passkey on the page', () => {
  it('is for the browser that was asked, once, and leads to a page of ours', async () => {
    const { device } = await withPasskey()
    const browser = openPlainBrowser(site.url)
    const path = '/auth/passkey?next=%2F%2Fevil.example'
    const question = await asked(browser, path)
    const answer = { challenge_id: question.challenge_id, credential: device.get(question.options) }
    // A signature tricked out of a user can't sign in another browser.
    const other = openPlainBrowser(site.url)
    expect((await call(other, path, answer)).status).toBe(400)
    await call(other, path)
    expect((await call(other, path, answer)).status).toBe(400)
    expect(other.cookies.has('__Host-sid')).toBe(false)

    const entered = await call(browser, path, answer)
    expect([entered.status, JSON.parse(entered.text)]).toEqual([200, { path: '/account/bookings?said=signed-in' }])
    expect(entered.headers.getSetCookie().join()).toMatch(/__Host-sid=[\w-]+;.*HttpOnly; Secure; SameSite=Lax/)
    expect((await browser.open('/account')).status).toBe(200)
    expect((await call(browser, path, answer)).status).toBe(400)
  })
})

/** Adds an authenticator app to the signed-in user as their second step. */
async function addSecondStep({ client, person }: Pick<Awaited<ReturnType<typeof withPasskey>>, 'client' | 'person'>) {
  // The passkey has ended the client's session.
  await client.signInWithPassword(person)
  const { data } = await client.mfa.enroll({ factorType: 'totp', friendlyName: 'App' })
  await site.db
    .updateTable('authFactors')
    .set({ status: 'verified' })
    .where('id', '=', data?.id ?? '')
    .execute()
}

describe('Passkeys of an account', () => {
  it('are for users who are fully signed in and have proved who they are in the last ten minutes', async () => {
    const nobody = openPlainBrowser(site.url)
    expect((await call(nobody, '/account/passkeys/new')).status).toBe(403)
    expect((await call(nobody, '/account/passkeys/new', { challenge_id: newId(), credential: {} })).status).toBe(403)
    expect((await call(nobody, '/auth/passkey/step')).status).toBe(403)
    expect((await nobody.open('/account/passkeys')).location).toMatch(/^\/auth\?next=/)

    const { person, client, browser } = await withPasskey()
    await addSecondStep({ client, person })
    // Halfway: the password is right, the second step is still missing.
    const half = openPlainBrowser(site.url)
    await half.signIn(person)
    expect((await call(half, '/account/passkeys/new')).status).toBe(403)

    await site.db.deleteFrom('authFactors').execute()
    const at = new Date(Date.now() - 3_600_000).toISOString()
    await site.db
      .updateTable('authSessions')
      .set({ amr: JSON.stringify([{ method: 'password', at }]) })
      .execute()
    const late = await call(browser, '/account/passkeys/new')
    expect([late.status, JSON.parse(late.text).code]).toEqual([400, 'reauthentication_needed'])
    expect((await browser.open('/account/passkeys')).location).toMatch(/^\/account\/confirm\?next=/)
  })

  it('take the second step for their own account alone, under a new cookie', async () => {
    const { person, client, device } = await withPasskey()
    await addSecondStep({ client, person })
    const half = openPlainBrowser(site.url)
    await half.signIn(person)
    const before = half.cookies.get('__Host-sid')
    expect((await half.open('/account')).location).toMatch(/^\/auth\/second-step/)
    const step = '/auth/passkey/step'
    const stranger = await withPasskey()
    const theirs = await asked(half, step)
    const key = stranger.device.get({ challenge: theirs.options.challenge })
    expect((await call(half, step, { challenge_id: theirs.challenge_id, credential: key })).status).toBe(400)
    expect((await half.open('/account')).status).toBe(303)

    const { challenge_id, options } = await asked(half, step)
    const credential = device.get(options, { userVerified: false })
    expect((await call(stranger.browser, step, { challenge_id, credential })).status).toBe(400)
    expect((await call(half, step, { challenge_id, credential })).status).toBe(200)
    expect(half.cookies.get('__Host-sid')).not.toBe(before)
    expect((await half.open('/account')).status).toBe(200)
  })
})
