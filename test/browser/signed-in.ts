import type { BrowserContext, Page } from 'playwright-core'
import { expect } from 'vitest'
import type { UserRole } from '#db/tables/accounts.ts'
import { newPerson } from '#test/support/auth.ts'
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

/** Signs a context up as a new customer, who is returned. Only on a site that confirms email addresses by itself. */
export async function signUpIn(context: BrowserContext, url: string, person = newPerson()): Promise<ReturnType<typeof newPerson>> {
  const { name: fullName, email, password } = person
  const form = { tab: 'sign-up', fullName, email, password }
  const answer = await context.request.post(`${url}/auth`, { form, headers: { Origin: url }, maxRedirects: 0 })
  expect(answer.status()).toBe(303)
  return person
}
