import { readFee } from '#app/features/red-line/read-fee.server.ts'
import { privateHeaders } from '#app/platform/public-page.ts'
import type { Route } from './+types/fee'
import { trackedOr404 } from './tracked.server.ts'

/** The state of a booking's priority fee, for a page that waits for it. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const { services, booking } = await trackedOr404({ params, context })
  return Response.json((await readFee(services, booking)) ?? { state: 'none' }, { headers: privateHeaders })
}
