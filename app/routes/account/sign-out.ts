import { redirect } from 'react-router'
import { signOut } from '#app/features/accounts/sign-out.server.ts'
import { endedCookie, halfSignedIn, viewerOf } from '#app/features/accounts/site-session.server.ts'
import { visitContext } from '#app/platform/services.ts'
import type { Route } from './+types/sign-out'

/** Whoever opens this address by a link has not asked to be signed out. */
export const loader = () => redirect('/', 303)

/** Ends this browser's session, and leads home. */
export async function action({ context }: Route.ActionArgs) {
  const visit = context.get(visitContext)
  if (!visit.sameOrigin) throw new Response('That request came from another website.', { status: 403, statusText: 'Forbidden' })
  const viewer = (await viewerOf(visit)) ?? (await halfSignedIn(visit))
  if (viewer) await signOut(visit.services, viewer, 'local')
  return redirect('/', { status: 303, headers: { 'Set-Cookie': endedCookie(visit.services) } })
}
