import type { SitePath } from '#app/platform/site-path.ts'
import type { UserRole } from '#db/tables.ts'

/** Where to go after signing in: a path of this site as a link of ours carries it; the home page for anything else. */
export function nextPath(next: string | null | undefined): string {
  if (!next?.startsWith('/')) return '/'
  const url = new URL(next, 'https://site.invalid')
  // '//evil.example' and '/\evil.example' are other sites to a browser.
  if (url.origin !== 'https://site.invalid' || url.pathname.startsWith('//') || /^\/auth(\/(?!new-password$)|$)/.test(url.pathname))
    return '/'
  return url.pathname + url.search + url.hash
}

/** Where someone of a role goes who asked for no page of their own: staff to the board, anyone else to the home page. */
export const landingPath = (next: string, role: UserRole): string =>
  next === '/' && (role === 'staff' || role === 'owner') ? ('/staff' satisfies SitePath) : next
