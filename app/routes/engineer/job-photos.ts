import { redirect } from 'react-router'
import { answerPhotoForm } from '#app/features/visit/photo-form.server.ts'
import { removePhotoByEngineer } from '#app/features/visit/remove-photo.server.ts'
import { addPhotoByEngineer } from '#app/features/visit/store-photo.server.ts'
import type { SitePath } from '#app/values/site-path.ts'
import type { Route } from './+types/job-photos'
import { ofOwnJob, ownActOf } from './own-job.server.ts'

/** The upload address; opened by hand, it redirects to the job. */
export const loader = ({ params }: Route.LoaderArgs) => redirect(`/engineer/jobs/${encodeURIComponent(params.id)}` satisfies SitePath, 303)

/** Photos of a job, from its engineer; `from=door` in the address: from the page of a door that no one opens. */
export async function action(args: Route.ActionArgs) {
  const { services, act } = await ownActOf(args)
  const { request } = args
  const page = `/engineer/jobs/${act.bookingId}` satisfies SitePath
  return ofOwnJob(() =>
    answerPhotoForm({
      request,
      by: 'engineer',
      client: act.userId,
      back: new URL(request.url).searchParams.get('from') === 'door' ? `${page}/no-access` : page,
      add: (photo) => addPhotoByEngineer(services, act, photo),
      remove: (photoId) => removePhotoByEngineer(services, { ...act, photoId }),
    }),
  )
}
