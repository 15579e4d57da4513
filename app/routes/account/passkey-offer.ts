import { closePasskeyOffer } from '#app/features/accounts/passkeys.server.ts'
import { viewerOf } from '#app/features/accounts/site-session.server.ts'
import { privateHeaders } from '#app/platform/public-page.ts'
import { visitContext } from '#app/platform/services.ts'
import type { Route } from './+types/passkey-offer'

/** The offer on the pages for staff has been seen. */
export async function action({ context }: Route.ActionArgs) {
  const visit = context.get(visitContext)
  const viewer = await viewerOf(visit)
  if (viewer) await closePasskeyOffer(visit.services, viewer)
  return new Response(null, { status: 204, headers: privateHeaders })
}
