import { redirect } from 'react-router'
import { devCookie } from '#app/platform/dev-tools.ts'
import { notFound } from '#app/platform/refused-page.ts'
import { visitContext } from '#app/platform/services.ts'
import type { SitePath } from '#app/values/site-path.ts'
import type { Route } from './+types/open'

/** Opens the developer tools in this browser, by the link that the server prints at its start. */
export function loader({ context, request }: Route.LoaderArgs) {
  const cookie = devCookie(context.get(visitContext).services, new URL(request.url).searchParams.get('token') ?? '')
  if (!cookie) throw notFound()
  return redirect('/dev/mailbox' satisfies SitePath, { status: 303, headers: { 'Set-Cookie': cookie } })
}
