import { pictureResponse } from '#app/features/photos/photo-response.server.ts'
import { fileOf, readPhoto } from '#app/features/photos/read-photos.server.ts'
import { requireRole } from '#app/features/sessions/guards.server.ts'
import { notFound } from '#app/platform/refused-page.ts'
import { visitContext } from '#app/platform/services.ts'
import type { Route } from './+types/booking-photo'

/** A photo of a booking, for staff. */
export async function loader({ request, context, params }: Route.LoaderArgs) {
  const visit = context.get(visitContext)
  await requireRole(visit, request, 'staff')
  const photo = await readPhoto(visit.services.db, params.id, params.photo)
  if (!photo) throw notFound()
  return pictureResponse(visit.services, fileOf(photo, params.size), `${photo.kind}-${photo.place}`)
}
