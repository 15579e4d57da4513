import { halfSignedIn, peekSiteSession, sessionTimes, viewerOf } from '#app/features/accounts/site-session.server.ts'
import { privateHeaders } from '#app/platform/public-page.ts'
import { visitContext } from '#app/platform/services.ts'
import type { Route } from './+types/session'

const signedOut = () => Response.json({ message: 'No one is signed in.' }, { status: 401, headers: privateHeaders })

/** The end of this browser's session; asking doesn't extend it. */
export async function loader({ context }: Route.LoaderArgs) {
  const { services, cookies } = context.get(visitContext)
  const session = await peekSiteSession(services, cookies)
  return session ? Response.json(sessionTimes(services, session), { headers: privateHeaders }) : signedOut()
}

/** 'Stay signed in': extends the session, as any use of the site does. */
export async function action({ context }: Route.ActionArgs) {
  const visit = context.get(visitContext)
  const session = (await viewerOf(visit)) ?? (await halfSignedIn(visit))
  return session ? Response.json(sessionTimes(visit.services, session), { headers: privateHeaders }) : signedOut()
}
