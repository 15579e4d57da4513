import { redirect } from 'react-router'
import { answerPhotoForm } from '#app/features/visit/photo-form.server.ts'
import { removeOwnPhoto } from '#app/features/visit/remove-photo.server.ts'
import { addPhotoByCustomer } from '#app/features/visit/store-photo.server.ts'
import type { SitePath } from '#app/values/site-path.ts'
import type { Route } from './+types/track-photos'
import { trackedOr404 } from './tracked.server.ts'

/** The upload address; opened by hand, it redirects to the booking. */
export const loader = ({ params }: Route.LoaderArgs) => redirect(`/track/${encodeURIComponent(params.token)}` satisfies SitePath, 303)

/** Takes photos of a booking from anyone who has its private link. */
export async function action({ request, context, params }: Route.ActionArgs) {
  const { services, act } = await trackedOr404({ params, context })
  return answerPhotoForm({
    request,
    by: 'customer',
    client: act.clientKey,
    back: `/track/${encodeURIComponent(params.token)}` satisfies SitePath,
    add: (photo) => addPhotoByCustomer(services, act, photo),
    remove: (photoId) => removeOwnPhoto(services, { ...act, photoId }),
  })
}
