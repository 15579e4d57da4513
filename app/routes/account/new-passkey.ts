import { answerPasskey } from '#app/features/accounts/answer-passkey.server.ts'
import { sessionNotFound } from '#app/features/accounts/refusals.ts'
import { addPasskey, beginPasskey } from '#app/features/accounts/register-passkey.server.ts'
import { viewerOf } from '#app/features/accounts/site-session.server.ts'
import { visitContext } from '#app/platform/services.ts'
import type { Route } from './+types/new-passkey'

/** Adds a passkey, for the script of the page that lists them. */
export async function action({ request, context }: Route.ActionArgs) {
  const visit = context.get(visitContext)
  const { services } = visit
  const viewer = await viewerOf(visit)
  return answerPasskey(request, {
    async ask() {
      if (!viewer) throw sessionNotFound()
      return { json: await beginPasskey(services, visit, viewer) }
    },
    async take(answer) {
      if (!viewer) throw sessionNotFound()
      return { json: await addPasskey(services, visit, viewer, answer) }
    },
  })
}
