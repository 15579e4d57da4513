import { requireRole } from '#app/features/accounts/guards.server.ts'
import { pictureResponse } from '#app/features/visit/photo-response.server.ts'
import { fileOf, readPhoto } from '#app/features/visit/read-photos.server.ts'
import { notFound } from '#app/platform/refused-page.ts'
import type { Route } from './+types/booking-photo'

/** A photo of a booking, for staff. */
export async function loader({ request, context, params }: Route.LoaderArgs) {
  const { services } = await requireRole(context, request, 'staff')
  const photo = await readPhoto(services.db, params.id, params.photo)
  if (!photo) throw notFound()
  return pictureResponse(services, fileOf(photo, params.size), `${photo.kind}-${photo.place}`)
}
