import { requireOwn } from '#app/features/engineer-acts/act-by-engineer.server.ts'
import { pictureResponse } from '#app/features/photos/photo-response.server.ts'
import { fileOf, readPhoto } from '#app/features/photos/read-photos.server.ts'
import { requireOwnEngineer } from '#app/features/visit/own-engineer.server.ts'
import { notFound } from '#app/platform/refused-page.ts'
import { visitContext } from '#app/platform/services.ts'
import type { Route } from './+types/job-photo'
import { ofOwnJob } from './own-job.server.ts'

/** A photo of a job, for its engineer. */
export async function loader({ request, context, params }: Route.LoaderArgs) {
  const visit = context.get(visitContext)
  const { engineerId } = await requireOwnEngineer(visit, request)
  await ofOwnJob(() => requireOwn(visit.services, { bookingId: params.id, engineerId }))
  const photo = await readPhoto(visit.services.db, params.id, params.photo)
  if (!photo) throw notFound()
  return pictureResponse(visit.services, fileOf(photo, params.size), `${photo.kind}-${photo.place}`)
}
