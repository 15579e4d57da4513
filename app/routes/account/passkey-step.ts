import { answerPasskey } from '#app/features/accounts/answer-passkey.server.ts'
import { beginPasskeyStep, takePasskeyStep } from '#app/features/accounts/passkey-step.server.ts'
import { sessionNotFound } from '#app/features/accounts/refusals.ts'
import { halfSignedIn, renewSiteSession, viewerOf } from '#app/features/accounts/site-session.server.ts'
import { visitContext } from '#app/platform/services.ts'
import type { Route } from './+types/passkey-step'

/** A passkey instead of a code, for the scripts of the pages that ask for the second step, or for a repeated proof. */
export async function action({ request, context }: Route.ActionArgs) {
  const visit = context.get(visitContext)
  const { services } = visit
  const session = (await halfSignedIn(visit)) ?? (await viewerOf(visit))
  return answerPasskey(request, {
    async ask() {
      if (!session) throw sessionNotFound()
      return { json: await beginPasskeyStep(services, visit, session) }
    },
    async take(answer) {
      if (!session) throw sessionNotFound()
      await takePasskeyStep(services, visit, session, answer)
      return { json: {}, cookie: await renewSiteSession(services, session) }
    },
  })
}
