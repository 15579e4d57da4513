import type { Services } from '#app/platform/services.ts'

/* The target of emails and providers for sign-ins on the site itself: it sets a cookie and redirects to a page, instead of returning to a
   client of the API. */

const siteEntryPath = '/auth/entered'

/** The `redirect_to` of the site's own requests, which continues to the path `next`. */
export const siteEntry = ({ config }: Pick<Services, 'config'>, next: string): string =>
  `${config.siteUrl}${siteEntryPath}?${new URLSearchParams({ next })}`

/** The path that such a target continues to; undefined for any other target. */
export function siteEntryOf({ config }: Pick<Services, 'config'>, target: string): string | undefined {
  const url = new URL(target)
  return url.origin === config.siteUrl && url.pathname === siteEntryPath ? (url.searchParams.get('next') ?? '/') : undefined
}

/**
 * The same for an email's link. A link to the home page enters the site too, whichever client requested the email: there is no client of
 * the API to take a code or a session, and a new password must be set on its page.
 */
export function mailEntryOf(services: Pick<Services, 'config'>, target: string, type: string): string | undefined {
  const url = new URL(target)
  const isHome = url.origin === services.config.siteUrl && url.pathname === '/'
  return isHome ? (type === 'recovery' ? '/auth/new-password' : '/') : siteEntryOf(services, target)
}

/** Returns true if a `redirect_to` comes from the site itself. */
export const isForSite = (services: Pick<Services, 'config'>, redirectTo: string | undefined): boolean =>
  redirectTo !== undefined && URL.canParse(redirectTo) && siteEntryOf(services, redirectTo) !== undefined
