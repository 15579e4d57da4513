import { sanitiseLine } from '#app/platform/sanitise.ts'
import type { Services, Visit } from '#app/platform/services.ts'
import type { SitePath } from '#app/values/site-path.ts'
import type { Account } from './account-rows.ts'
import { lacksSecondStep } from './authenticate.server.ts'
import { openByLink } from './confirm-mail.server.ts'
import { readEmail } from './email-and-phone.ts'
import { landingPath } from './landing.server.ts'
import type { LinkType } from './link-types.ts'
import { readAccount, readUserByEmail } from './read-accounts.server.ts'
import { userAlreadyExists } from './refusals.ts'
import { hasRegistered, hasSignedIn, registrationIn, registrationOf, registrationOfSignIn } from './registration-cookie.server.ts'
import { needsLongerPassword } from './roles.ts'
import type { OpenSession } from './sessions.server.ts'
import { openByPassword } from './sign-in.server.ts'
import { signOut } from './sign-out.server.ts'
import { openBySignUp } from './sign-up.server.ts'
import { siteEntry } from './site-entry.ts'
import { passwordRoleOf, readSiteSession, siteCookie } from './site-session.server.ts'
import type { Caller } from './take-turns.server.ts'

interface Entry {
  /** Set-Cookie. */
  cookie: string
  /** The browser's cookie of having been signed in (registration-cookie.server.ts). */
  registration: string
  /** Path to continue at. */
  path: string
}

/**
 * Signs a browser in to the site, continuing to `next`; staff whose password is too short for staff, first to a new one. Refuses as
 * `openByPassword` does. `registered`: the browser's cookie of its last sign-up or sign-in.
 */
export async function enterSite(
  services: Services,
  caller: Caller,
  fields: { email: string; password: string },
  registered?: string,
  next = '/',
): Promise<Entry> {
  const { opened, user } = await openByPassword(services, caller, fields, (email) => hasSignedIn(services, registered, email))
  const path = await pathAfter(services, opened, next, async ({ user: member }) =>
    needsLongerPassword({ ...member, role: await passwordRoleOf(services.db, member) }),
  )
  return { cookie: await siteSessionOver(services, opened), registration: registrationOfSignIn(services, user.email ?? ''), path }
}

/** The next page: the second step, then a new password if they need one, then `next` or their landing page. */
async function pathAfter(
  services: Services,
  { session }: OpenSession,
  next: string,
  needsPassword: (account: Account) => boolean | Promise<boolean>,
): Promise<string> {
  const account = await readAccount(services.db, session.userId)
  if (!account) return next
  const landing = await landingPath(services, next, account.user)
  const path = (await needsPassword(account)) ? passwordBefore(landing) : landing
  return lacksSecondStep({ account, session }) ? secondStepBefore(path) : path
}

/**
 * Signs a browser in by an email's link to the site, and ends its previous session. Returns the Set-Cookie header, and where to continue:
 * by `landingPath`, or first to setting a password, for a user without another way to sign in. Nothing after the first half of a change of
 * address. Refuses as `followLink` does.
 */
export async function enterByLink(
  { services, cookies }: Pick<Visit, 'services' | 'cookies'>,
  caller: Caller,
  link: { token: string; type: LinkType },
  next: string,
): Promise<{ cookie: string; path: string } | undefined> {
  const before = await readSiteSession(services, cookies)
  const registration = registrationIn(cookies, services.config.siteUrl)
  const opened = await openByLink(services, caller, { ...link, registration })
  if (!opened) return undefined
  const cookie = await siteSessionOver(services, opened)
  if (before) await signOut(services, before, 'local')
  return { cookie, path: await pathAfter(services, opened, next, (account) => settlesIn(link.type) && !canReturn(account)) }
}

/** The page of a new password; it continues at `next`. */
const passwordBefore = (next: string) => `/account/password?${new URLSearchParams({ next })}` satisfies SitePath

/** The page of the second step; it continues at `next`. */
export const secondStepBefore = (next: string) => `/auth/second-step?next=${encodeURIComponent(next)}` satisfies SitePath

/** The link of a forgotten password already leads to a new one; a change of address sets none. */
const settlesIn = (type: LinkType) => type !== 'recovery' && type !== 'email_change'

/** Returns true if someone can sign in again without another email. */
const canReturn = ({ user, identities }: Account) => user.passwordHash !== null || identities.some(({ provider }) => provider !== 'email')

const siteSessionOver = (services: Services, opened: OpenSession): Promise<string> =>
  services.db.transaction().execute((tx) => siteCookie(services, tx, opened))

interface Joined {
  /** Set-Cookie: this browser has signed up this address. */
  registration: string
  /** Set-Cookie: signed in immediately, if no email has to be confirmed. */
  entry?: string
}

/**
 * Signs someone up on the site. Only a browser that signed up this same address gets 'User already registered': others get the answer for a
 * new address. `next`: where the confirming email continues. Refuses as `openBySignUp` does.
 */
export async function joinSite(
  services: Services,
  caller: Caller,
  { fullName, email: typed, password }: { fullName: string; email: string; password: string },
  { registered, next }: { registered: string | undefined; next: string },
): Promise<Joined> {
  const email = readEmail(typed)
  if (email && hasRegistered(services, registered, email) && (await readUserByEmail(services.db, email))) throw userAlreadyExists()
  const fields = { email: typed, password, data: { full_name: sanitiseLine(fullName) } }
  const { opened, passwordHash } = await openBySignUp(services, caller, fields, siteEntry(services, next))
  const registration = registrationOf(services, email ?? '', passwordHash ?? '')
  return opened ? { registration, entry: await siteSessionOver(services, opened) } : { registration }
}
