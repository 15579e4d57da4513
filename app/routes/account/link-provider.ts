import { redirect } from 'react-router'
import { requireProvedViewer } from '#app/features/accounts/guards.server.ts'
import { leaveToLink } from '#app/features/accounts/leave-for-provider.server.ts'
import { providerProblemOf } from '#app/features/accounts/provider-names.ts'
import { AuthRefusal } from '#app/features/accounts/refusals.ts'
import { requireGet } from '#app/platform/refused-page.ts'
import { visitContext } from '#app/platform/services.ts'
import type { SitePath } from '#app/values/site-path.ts'
import type { Route } from './+types/link-provider'

const page = '/account/sign-in-with' satisfies SitePath

/**
 * 'Link Google': redirects to the provider. A link, since a form's redirect must stay on this site; so it only works from our own page, or
 * another site could have someone link an account there that is not theirs.
 */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  const visit = context.get(visitContext)
  requireGet(visit)
  const { services } = visit
  if (!isFromHere(request, services.config.siteUrl)) return redirect(page, 303)
  // Users who must prove their identity continue from the page: the proof is a form too.
  const { viewer } = await requireProvedViewer(context, new Request(new URL(page, request.url)))
  try {
    const { location, cookie } = await leaveToLink(services, visit, viewer, params.provider)
    return redirect(location, { status: 303, headers: { 'Set-Cookie': cookie } })
  } catch (error) {
    if (!(error instanceof AuthRefusal)) throw error
    return redirect(`${page}?problem=${providerProblemOf(error)}`, 303)
  }
}

/** Browsers send the origin of a link; those that don't, send the page it was on. */
function isFromHere(request: Request, siteUrl: string): boolean {
  const site = request.headers.get('sec-fetch-site')
  return site ? site === 'same-origin' : (request.headers.get('referer') ?? '').startsWith(`${siteUrl}/`)
}
