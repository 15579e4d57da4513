import type { Services } from '#app/platform/services.ts'
import type { SitePath } from '#app/values/site-path.ts'
import { beginLinking, beginProvider } from './begin-provider.server.ts'
import { stateCookie } from './provider-cookie.server.ts'
import { type ProviderName, providerNames } from './provider-names.ts'
import { siteEntry } from './site-entry.ts'
import type { SiteSession } from './site-session.server.ts'
import type { Caller } from './take-turns.server.ts'

/* From the site to Google or GitHub. The return is the same as for the API's clients (`finishProvider`), which sets a cookie or returns to
   the page that asked. */

/** The next address, and the Set-Cookie header that identifies the browser when it returns. */
interface Leaving {
  location: string
  cookie: string
}

/** The providers that are configured, as buttons name them. */
export function providersOf({ config: { auth } }: Pick<Services, 'config'>): ProviderName[] {
  return (Object.keys(providerNames) as ProviderName[]).filter((name) => auth[name])
}

/** To sign in to the site, and on to `next`. Refuses as `beginProvider` does. */
export async function leaveToSignIn(services: Services, caller: Caller, provider: string, next: string): Promise<Leaving> {
  const { location, state = '' } = await beginProvider(services, caller, { provider, redirect_to: siteEntry(services, next) })
  return { location, cookie: stateCookie(state, services.config.siteUrl) }
}

/** To link an account there to the viewer's, and back to the page of linked services. Refuses as `beginLinking` does. */
export async function leaveToLink(services: Services, caller: Caller, viewer: SiteSession, provider: string): Promise<Leaving> {
  const { location, state } = await beginLinking(services, caller, viewer, {
    provider,
    redirect_to: siteEntry(services, '/account' satisfies SitePath),
  })
  return { location, cookie: stateCookie(state, services.config.siteUrl) }
}
