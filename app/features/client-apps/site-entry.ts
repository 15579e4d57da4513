import type { Services } from '#app/platform/services.ts'

/*
 * Where the emails that the site asks for lead back to, and providers: not to a client of the API, but to a cookie, and on to a page.
 */

const siteEntryPath = '/auth/entered'

/** The `redirect_to` of what the site itself asks for, which leads on to the path `next`. */
export const siteEntry = ({ config }: Pick<Services, 'config'>, next: string): string =>
  `${config.siteUrl}${siteEntryPath}?${new URLSearchParams({ next })}`

/** The path that a target of the site itself leads on to; undefined for any other target. */
export function siteEntryOf({ config }: Pick<Services, 'config'>, target: string): string | undefined {
  const url = new URL(target)
  return url.origin === config.siteUrl && url.pathname === siteEntryPath ? (url.searchParams.get('next') ?? '/') : undefined
}

/**
 * The same for an email's link. One that leads to the home page leads into the site too, whoever asked for the email: no client of the API is
 * there to take a code or a session, and whoever asked for a new password must get to the page where it is set.
 */
export function mailEntryOf(services: Pick<Services, 'config'>, target: string, type: string): string | undefined {
  const url = new URL(target)
  const isHome = url.origin === services.config.siteUrl && url.pathname === '/'
  return isHome ? (type === 'recovery' ? '/auth/new-password' : '/') : siteEntryOf(services, target)
}

/** Whether a `redirect_to` is one that the site itself asked with. */
export const isForSite = (services: Pick<Services, 'config'>, redirectTo: string | undefined): boolean =>
  redirectTo !== undefined && URL.canParse(redirectTo) && siteEntryOf(services, redirectTo) !== undefined
