import type { Page } from 'playwright-core'
import type { UserRole } from '#db/tables.ts'
import { openPlainBrowser } from '#test/support/plain-browser.ts'
import type { Site } from '#test/support/site.ts'

/** Signs a page's context in as the sample account of a role, or as someone else, without loading the sign-in page. */
export async function signInAs(page: Page, site: Site, who: UserRole | { email: string; password: string }): Promise<void> {
  const person = openPlainBrowser(site.url)
  await person.signIn(typeof who === 'string' ? await site.sampleOf(who) : who)
  await page.context().addCookies([...person.cookies].map(([name, value]) => ({ name, value, url: site.url })))
}
