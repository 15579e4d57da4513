import { redirect } from 'react-router'
import { requireRole } from '#app/features/accounts/guards.server.ts'
import { screenCookie, screenOf } from '#app/features/desk/screen-cookie.server.ts'
import { privateHeaders } from '#app/platform/public-page.ts'
import { notFound } from '#app/platform/refused-page.ts'
import { visitContext } from '#app/platform/services.ts'
import type { SitePath } from '#app/values/site-path.ts'
import type { Route } from './+types/open-wall-screen'

/** The link of a wall screen: the browser that opens it shows the wall's board from now on. Only staff learn that a link has no page. */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  const { services } = context.get(visitContext)
  if (!(await screenOf(services, params.token))) {
    await requireRole(context, request, 'staff')
    throw notFound()
  }
  return redirect('/staff/wall/board' satisfies SitePath, {
    status: 303,
    headers: { ...privateHeaders, 'Referrer-Policy': 'no-referrer', 'Set-Cookie': screenCookie(services, params.token) },
  })
}
