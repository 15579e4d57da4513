import { pictureResponse } from '#app/features/visit/photo-response.server.ts'
import { fileOf, isForCustomer, readPhoto } from '#app/features/visit/read-photos.server.ts'
import { notFound } from '#app/platform/refused-page.ts'
import type { Route } from './+types/track-photo'
import { trackedOr404 } from './tracked.server.ts'

/** A photo of a booking that its customer may see, for anyone who has its private link. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const { services, booking } = await trackedOr404({ params, context })
  const photo = await readPhoto(services.db, booking.id, params.photo)
  if (!photo || !isForCustomer(booking, photo)) throw notFound()
  return pictureResponse(services, fileOf(photo, params.size), `${booking.reference}-${photo.kind}-${photo.place}`)
}
