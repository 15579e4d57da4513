// @module-tag never-again
import { expect, it } from 'vitest'
import { nextCode, presentCode } from '#test/support/authenticator-app.ts'
import { openFormVisitor, openMember } from '#test/support/form-visitor.ts'
import { newGithubPerson } from '#test/support/github.ts'
import { newOpenIdPerson } from '#test/support/openid-provider.ts'
import { type ProviderSite, shareProviderSite } from '#test/support/provider-site.ts'
import type { Arrival } from '#test/support/visitor.ts'

const page = '/account/sign-in-with'
const shared = shareProviderSite()

/** The site, with a Google and a GitHub user who have no account on it. */
async function open(): Promise<ProviderSite> {
  const site = await shared()
  Object.assign(site.google, { person: newOpenIdPerson(), cancels: false })
  site.github.person = newGithubPerson()
  return site
}

const place = ({ url }: Arrival) => url.pathname + url.search
const hrefOf = ({ text }: Arrival, label: string) =>
  new RegExp(`href="([^"]+)"[^>]*>${label}<`).exec(text.replaceAll('<!-- -->', ''))?.[1] ?? expect.fail(`no link ${label}`)

it('Google and GitHub lead from either tab of the sign-in page to where someone was going', async () => {
  const site = await open()
  const visitor = openFormVisitor(site.url)
  for (const tab of ['sign-in', 'sign-up']) {
    const auth = await visitor.open(`/auth?tab=${tab}&next=/account`)
    const back = await visitor.follow(hrefOf(auth, 'Continue with Google'))
    expect(place(back)).toBe('/account')
    expect(back.text).toContain(site.google.person.email)
    await visitor.post('/auth/sign-out', {})
  }
  const github = await visitor.follow(hrefOf(await visitor.open('/auth'), 'Continue with GitHub'))
  expect(place(github)).toBe('/account/bookings?said=signed-in')
  expect(github.text).toContain('Sign Out')
  // Signed-in users are redirected.
  expect(place(await visitor.follow('/auth/with/google?next=/pricing'))).toBe('/pricing')
})

it('What goes wrong is said on the sign-in page in our words, and never in those of a link', async () => {
  const site = await open()
  const visitor = openFormVisitor(site.url)
  site.google.cancels = true
  const cancelled = await visitor.follow('/auth/with/google?next=/account')
  expect(place(cancelled)).toBe('/auth?next=%2Faccount&problem=cancelled')
  expect(hrefOf(cancelled, 'Continue with Google')).toBe('/auth/with/google?next=%2Faccount')
  expect((await visitor.open('/auth')).text).not.toContain('>Sign In Failed<')
  for (const code of ['<b>pay me</b>', 'constructor', '__proto__', 'toString', ''])
    expect((await visitor.open(`/auth?problem=${encodeURIComponent(code)}`)).text).not.toContain('>Sign In Failed<')
  const elsewhere = await visitor.follow('/auth/with/google?next=//evil.example')
  expect(elsewhere.url.origin).toBe(site.url)
})

it('Users with two-step verification take it after Google too', async () => {
  const site = await open()
  const member = openFormVisitor(site.url)
  await member.follow('/auth/with/google')
  const begun = await member.post('/account/second-step', { intent: 'app', name: 'My phone' })
  const secret = /((?:[A-Z2-7]{4} ){7}[A-Z2-7]{4})/.exec(begun.text)?.[1]?.replaceAll(' ', '') ?? ''
  const factorId = /name="factorId" value="([^"]+)"/.exec(begun.text)?.[1] ?? ''
  await member.post('/account/second-step/new', { factorId, code: presentCode(secret) })
  await member.post('/auth/sign-out', {})

  const half = await member.follow('/auth/with/google?next=/account')
  expect(place(half)).toBe('/auth/second-step?next=%2Faccount')
  expect(place(await member.open('/account'))).toMatch(/^\/auth\/second-step/)
  expect((await member.open('/')).text).not.toContain('Sign Out')
  const before = member.sid()
  expect(place(await member.post('/auth/second-step?next=/account', { factorId, code: nextCode(secret) }))).toBe('/account')
  expect(member.sid()).not.toBe(before)
})

it('Google is linked from the account page and taken off again; the last way in stays', async () => {
  const site = await open()
  const member = await openMember(site.url)
  const before = await member.open(page)
  const cookie = member.sid()
  const linked = await member.follow(hrefOf(before, 'Link Google'))
  expect(place(linked)).toBe(`${page}?linked=google`)
  expect(linked.text).toContain(site.google.person.email)
  expect(linked.text.replaceAll('<!-- -->', '')).not.toContain('Link Google')
  expect(member.sid()).toBe(cookie)

  const ids = [...linked.text.matchAll(/name="identityId" value="([^"]+)"/g)].map(([, id = '']) => id)
  const off = await member.press(linked, 'Remove it', { identityId: ids[1] ?? '' })
  expect(place(off)).toBe(`${page}?unlinked`)
  const last = await member.post(page, { identityId: ids[0] ?? '' })
  expect(last.status).toBe(422)
})

it('Linking starts only on our own page, by a user who has just proved who they are', async () => {
  const site = await open()
  const member = await openMember(site.url)
  for (const headers of [{ 'Sec-Fetch-Site': 'cross-site' }, { 'Sec-Fetch-Site': 'none' }, { Referer: 'https://evil.example/' }, {}])
    expect(place(await member.open(`${page}/google`, headers as Record<string, string>))).toBe(page)
  expect(place(await member.open(`${page}/google`, { Referer: `${site.url}${page}` }))).toBe(`${page}?linked=google`)
  await member.post('/auth/sign-out', {})
  expect(place(await member.follow(`${page}/github`))).toBe(`/auth?next=${page}`)
})
