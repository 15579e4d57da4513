import { redirect } from 'react-router'
import { nextPath } from '#app/features/accounts/next-path.ts'
import { signOut } from '#app/features/accounts/sign-out.server.ts'
import { endedCookie, halfSignedIn, viewerOf } from '#app/features/accounts/site-session.server.ts'
import { readForm } from '#app/platform/read-form.ts'
import { visitContext } from '#app/platform/services.ts'
import type { SitePath } from '#app/values/site-path.ts'
import type { Route } from './+types/sign-out'

/** Opening this address by a link doesn't sign out. */
export const loader = () => redirect('/' satisfies SitePath, 303)

/** Ends this browser's session, and redirects to the home page; to the sign-in page, and back, if a form has `next`. */
export async function action({ request, context }: Route.ActionArgs) {
  const visit = context.get(visitContext)
  const viewer = (await viewerOf(visit)) ?? (await halfSignedIn(visit))
  if (viewer) await signOut(visit.services, viewer, 'local')
  const next = nextPath(await nextOf(request))
  return redirect(next === '/' ? '/' : (`/auth?next=${encodeURIComponent(next)}` satisfies SitePath), {
    status: 303,
    headers: { 'Set-Cookie': endedCookie(visit.services) },
  })
}

/** Returns the path in a form's `next`; undefined without a form, which clients may leave out. */
async function nextOf(request: Request): Promise<string | undefined> {
  if (!request.headers.get('content-type')) return undefined
  const next = (await readForm(request)).get('next')
  return typeof next === 'string' ? next : undefined
}
