import { requireRole } from '#app/features/accounts/guards.server.ts'
import { pictureResponse } from '#app/features/visit/photo-response.server.ts'
import { fileOf, readPhoto } from '#app/features/visit/read-photos.server.ts'
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
