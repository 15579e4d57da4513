import { AuthClient, type GoTrueClient } from '@supabase/auth-js'
import type { BrowserContext, Page } from 'playwright-core'
import { expect } from 'vitest'
import type { UserRole } from '#db/tables/accounts.ts'
import { memory, newPerson } from '#test/support/auth.ts'
import { openPlainBrowser, type PlainBrowser } from '#test/support/plain-browser.ts'
import type { Site } from '#test/support/site.ts'

/* Pages that are signed in without loading the sign-in page. auth.test.ts tests that page. */

/** Gives a page's context the cookies of a person who has signed in over HTTP. */
export const giveCookies = (page: Page, { cookies }: PlainBrowser, url: string): Promise<void> =>
  page.context().addCookies([...cookies].map(([name, value]) => ({ name, value, url })))

/** Signs a page's context in as the sample account of a role, or as someone else. */
export async function signInAs(
  page: Page,
  site: Pick<Site, 'url' | 'sampleOf'>,
  who: UserRole | { email: string; password: string },
): Promise<void> {
  await giveCookies(page, await signedInAs(site, who), site.url)
}

const shared = new WeakMap<object, Map<UserRole, Promise<PlainBrowser>>>()

/** As `signInAs`, in a session that an earlier call for this site began: hashing the password takes longer than most pages. */
export async function shareSignIn(page: Page, site: Pick<Site, 'url' | 'sampleOf'>, role: UserRole): Promise<void> {
  const ofSite = shared.get(site) ?? new Map<UserRole, Promise<PlainBrowser>>()
  shared.set(site, ofSite)
  const signingIn = ofSite.get(role) ?? signedInAs(site, role)
  ofSite.set(role, signingIn)
  await giveCookies(page, await signingIn, site.url)
}

async function signedInAs(
  site: Pick<Site, 'url' | 'sampleOf'>,
  who: UserRole | { email: string; password: string },
): Promise<PlainBrowser> {
  const person = openPlainBrowser(site.url)
  await person.signIn(typeof who === 'string' ? await site.sampleOf(who) : who)
  return person
}

/** Signs someone up and confirms their address, through the API; returns its client, which is signed in. */
export async function newMember(
  site: Pick<Site, 'url' | 'mailTo'>,
  person = newPerson(),
): Promise<{ person: typeof person; client: GoTrueClient }> {
  const { name, email, password } = person
  const client = new AuthClient({ url: `${site.url}/auth/v1`, autoRefreshToken: false, persistSession: true, storage: memory() })
  await client.signUp({ email, password, options: { data: { full_name: name } } })
  const token = /token=([\w-]+)/.exec(await site.mailTo(email, 'Confirm your email address'))?.[1] ?? ''
  expect((await client.verifyOtp({ token_hash: token, type: 'signup' })).error).toBeNull()
  return { person, client }
}

/** Types an email address and a password on the sign-in page, and sends them. */
export async function typeSignIn(page: Page, { email, password }: { email: string; password: string }): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.locator('form').getByRole('button', { name: 'Sign In' }).click()
}

/** Signs a context up as a new customer, who is returned. Only on a site that confirms email addresses by itself. */
export async function signUpIn(context: BrowserContext, url: string, person = newPerson()): Promise<ReturnType<typeof newPerson>> {
  const { name: fullName, email, password } = person
  const form = { tab: 'sign-up', fullName, email, password }
  const answer = await context.request.post(`${url}/auth`, { form, headers: { Origin: url }, maxRedirects: 0 })
  expect(answer.status()).toBe(303)
  return person
}
