import { pictureResponse } from '#app/features/visit/photo-response.server.ts'
import { fileOf, readPhoto } from '#app/features/visit/read-photos.server.ts'
import { notFound } from '#app/platform/refused-page.ts'
import type { Route } from './+types/job-photo'
import { ownActOf } from './own-job.server.ts'

/** A photo of a job, for its engineer. */
export async function loader(args: Route.LoaderArgs) {
  const { services, act } = await ownActOf(args)
  const photo = await readPhoto(services.db, act.bookingId, args.params.photo)
  if (!photo) throw notFound()
  return pictureResponse(services, fileOf(photo, args.params.size), `${photo.kind}-${photo.place}`)
}
