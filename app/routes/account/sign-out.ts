import { redirect } from 'react-router'
import { nextPath } from '#app/features/accounts/next-path.ts'
import { signOut } from '#app/features/accounts/sign-out.server.ts'
import { endedCookie, halfSignedIn, viewerOf } from '#app/features/accounts/site-session.server.ts'
import { visitContext } from '#app/platform/services.ts'
import type { Route } from './+types/sign-out'

/** Whoever opens this address by a link has not asked to be signed out. */
export const loader = () => redirect('/', 303)

/** Ends this browser's session, and leads home, or with `next` to signing in again and back. */
export async function action({ request, context }: Route.ActionArgs) {
  const visit = context.get(visitContext)
  if (!visit.sameOrigin) throw new Response('That request came from another website.', { status: 403, statusText: 'Forbidden' })
  const viewer = (await viewerOf(visit)) ?? (await halfSignedIn(visit))
  if (viewer) await signOut(visit.services, viewer, 'local')
  const next = new URL(request.url).searchParams.get('next')
  const target = next ? `/auth?next=${encodeURIComponent(nextPath(next))}` : '/'
  return redirect(target, { status: 303, headers: { 'Set-Cookie': endedCookie(visit.services) } })
}
