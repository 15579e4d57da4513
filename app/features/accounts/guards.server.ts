import { data, type RouterContextProvider, redirect } from 'react-router'
import { type Services, type Visit, visitContext } from '#app/platform/services.ts'
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

/** A page's visit by a signed-in user. */
export interface Entered {
  visit: Visit
  services: Services
  viewer: SiteSession
  userId: string
}

type Context = Readonly<RouterContextProvider>

/** The signed-in user. Throws a redirect to the sign-in page, or to the pending second step, and back afterwards. */
export async function requireViewer(context: Context, request: Request): Promise<Entered> {
  const visit = context.get(visitContext)
  const viewer = await viewerOf(visit)
  if (viewer) return { visit, services: visit.services, viewer, userId: viewer.account.user.id }
  const page = (await halfSignedIn(visit)) ? ('/auth/second-step' satisfies SitePath) : ('/auth' satisfies SitePath)
  throw redirect(`${page}?next=${askedFor(request)}`, 303)
}

/**
 * The same for changes to how someone signs in: they must have proved their identity in the last ten minutes (`recentProofMs`). Throws a
 * redirect to the page that asks for it, and back.
 */
export async function requireProvedViewer(context: Context, request: Request): Promise<Entered> {
  const entered = await requireViewer(context, request)
  if (isRecentProof(proofsOf(entered.viewer.session), entered.services.clock.now())) return entered
  throw redirect(`/account/confirm?next=${askedFor(request)}` satisfies SitePath, 303)
}

/**
 * Staff, or the owner alone; owners are staff. Signed in without the role: throws a plain 403 page; with a password too short for it: a
 * redirect to the page for a new one, and back.
 */
export async function requireRole(context: Context, request: Request, role: Exclude<UserRole, 'customer'>): Promise<Entered> {
  const entered = await requireViewer(context, request)
  const { user } = entered.viewer.account
  if (mayActAs(user, role)) return entered
  if (hasAtLeast(user.role, role)) throw redirect(`/account/password?next=${askedFor(request)}` satisfies SitePath, 303)
  // Reveals nothing about the page.
  throw data(null, { status: 403, statusText: 'Forbidden' })
}

/** An owner with a recent proof: for changes to permissions. Throws as the two above. */
export async function requireProvedOwner(context: Context, request: Request): Promise<Entered> {
  await requireRole(context, request, 'owner')
  return requireProvedViewer(context, request)
}
