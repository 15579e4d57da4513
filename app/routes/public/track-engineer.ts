import { pictureResponse } from '#app/features/visit/photo-response.server.ts'
import { readPortrait } from '#app/features/visit/store-portrait.server.ts'
import { notFound } from '#app/platform/refused-page.ts'
import type { Route } from './+types/track-engineer'
import { trackedOr404 } from './tracked.server.ts'

/** The portrait of a booking's engineer, for its customer. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const { services, booking } = await trackedOr404({ params, context })
  const portrait = booking.engineerId ? await readPortrait(services.db, booking.engineerId) : undefined
  if (!portrait) throw notFound()
  return pictureResponse(services, portrait, 'your-engineer')
}
