import { data, redirect } from 'react-router'
import type { Visit } from '#app/platform/services.ts'
import type { SitePath } from '#app/values/site-path.ts'
import type { UserRole } from '#db/tables/accounts.ts'
import { isRecentProof } from './proofs.ts'
import { hasAtLeast, mayActAs } from './roles.ts'
import { proofsOf } from './sessions.server.ts'
import { halfSignedIn, type SiteSession, viewerOf } from './site-session.server.ts'

/* Guards of pages. Each throws the response for a user without access. */

/** The page of a request, for returning to it. React Router requests a page's data at its address with `.data` appended. */
export const askedFor = (request: Request) => {
  const url = new URL(request.url)
  url.pathname = url.pathname.replace(/(?:(?<=\/)_)?\.data$/, '')
  if (url.searchParams.has('_routes')) url.searchParams.delete('_routes')
  return encodeURIComponent(url.pathname + url.search).replaceAll('%2F', '/')
}

/** The signed-in user. Throws a redirect to the sign-in page, or to the pending second step, and back afterwards. */
export async function requireViewer(visit: Visit, request: Request): Promise<SiteSession> {
  const viewer = await viewerOf(visit)
  if (viewer) return viewer
  const page = (await halfSignedIn(visit)) ? ('/auth/second-step' satisfies SitePath) : ('/auth' satisfies SitePath)
  throw redirect(`${page}?next=${askedFor(request)}`, 303)
}

/**
 * The same for changes to how someone signs in: they must have proved their identity in the last ten minutes (`recentProofMs`). Throws a
 * redirect to the page that asks for it, and back.
 */
export async function requireProvedViewer(visit: Visit, request: Request): Promise<SiteSession> {
  const viewer = await requireViewer(visit, request)
  if (isRecentProof(proofsOf(viewer.session), visit.services.clock.now())) return viewer
  throw redirect(`/account/confirm?next=${askedFor(request)}` satisfies SitePath, 303)
}

/**
 * Staff, or the owner alone; owners are staff. Signed in without the role: throws a plain 403 page; with a password too short for it: a
 * redirect to the page for a new one, and back.
 */
export async function requireRole(visit: Visit, request: Request, role: Exclude<UserRole, 'customer'>): Promise<SiteSession> {
  const viewer = await requireViewer(visit, request)
  const { user } = viewer.account
  if (mayActAs(user, role)) return viewer
  if (hasAtLeast(user.role, role)) throw redirect(`/account/password?next=${askedFor(request)}` satisfies SitePath, 303)
  // Reveals nothing about the page.
  throw data(null, { status: 403, statusText: 'Forbidden' })
}

/** An owner with a recent proof: for changes to permissions. Throws as the two above. */
export async function requireProvedOwner(visit: Visit, request: Request): Promise<SiteSession> {
  await requireRole(visit, request, 'owner')
  return requireProvedViewer(visit, request)
}
