import { redirect } from 'react-router'
import { landingPath } from '#app/features/accounts/landing.server.ts'
import { leaveToSignIn } from '#app/features/accounts/leave-for-provider.server.ts'
import { providerProblemOf } from '#app/features/accounts/provider-names.ts'
import { AuthRefusal } from '#app/features/accounts/refusals.ts'
import { viewerOf } from '#app/features/accounts/site-session.server.ts'
import { requireGet } from '#app/platform/refused-page.ts'
import { visitContext } from '#app/platform/services.ts'
import type { SitePath } from '#app/values/site-path.ts'
import type { Route } from './+types/with-provider'
import { nextIn } from './from-address.server.ts'

/** 'Continue with Google': on to the provider. Errors are shown on the sign-in page. */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  const visit = context.get(visitContext)
  requireGet(visit)
  const next = nextIn(request)
  const viewer = await viewerOf(visit)
  if (viewer) return redirect(await landingPath(visit.services, next, viewer.account.user), 303)
  try {
    const { location, cookie } = await leaveToSignIn(visit.services, visit, params.provider, next)
    return redirect(location, { status: 303, headers: { 'Set-Cookie': cookie } })
  } catch (error) {
    if (!(error instanceof AuthRefusal)) throw error
    return redirect(`/auth?${new URLSearchParams({ next, problem: providerProblemOf(error) })}` satisfies SitePath, 303)
  }
}
