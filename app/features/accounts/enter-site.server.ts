import { sameSecret } from '#app/platform/secrets.ts'
import type { Services } from '#app/platform/services.ts'
import type { Caller } from './limits.server.ts'
import { readUserByEmail } from './reads.server.ts'
import { userAlreadyExists } from './refusals.ts'
import { readEmail } from './rules.ts'
import { openByPassword } from './sign-in.server.ts'
import { signUp } from './sign-up.server.ts'
import { beginSiteSession } from './site-session.server.ts'

/** Signs a browser in to the site. Answers the Set-Cookie header; refuses as `signIn` does. */
export async function enterSite(services: Services, caller: Caller, fields: { email: string; password: string }): Promise<string> {
  const { opened, user } = await openByPassword(services, caller, fields)
  return services.db.transaction().execute((tx) => beginSiteSession(services, tx, { sessionId: opened.session.id, role: user.role }))
}

interface Joined {
  /** Set-Cookie: this browser has signed this address up. */
  registration: string
  /** Set-Cookie: signed in at once, where no mail has to be confirmed. */
  entry?: string
}

/**
 * Signs somebody up from the site. 'User already registered' is for a browser that signed this very address up itself: anybody else
 * gets the answer of a new address (DESIGN 7). Refuses as `signUp` does.
 */
export async function joinSite(
  services: Services,
  caller: Caller,
  { fullName, email: typed, password }: { fullName: string; email: string; password: string },
  registered: string | undefined,
): Promise<Joined> {
  const email = readEmail(typed)
  const registration = registrationOf(services, email ?? '')
  if (email && registered && sameSecret(registered, registration) && (await readUserByEmail(services.db, email))) throw userAlreadyExists()
  await signUp(services, caller, { email: typed, password, data: { full_name: fullName } })
  if (!services.config.auth.autoconfirm) return { registration }
  return { registration, entry: await enterSite(services, caller, { email: typed, password }) }
}

/** What a browser keeps of having signed an address up: nothing that leads back to the address. */
const registrationOf = ({ secrets }: Services, email: string) => secrets.sign('registration', email)
