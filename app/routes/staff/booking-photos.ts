import { redirect } from 'react-router'
import { requireRole } from '#app/features/accounts/guards.server.ts'
import { BookingNotFound } from '#app/features/booking/refusals.ts'
import { answerPhotoForm } from '#app/features/visit/photo-form.server.ts'
import { removePhotoByStaff } from '#app/features/visit/remove-photo.server.ts'
import { addPhotoByStaff } from '#app/features/visit/store-photo.server.ts'
import { notFound } from '#app/platform/refused-page.ts'
import type { SitePath } from '#app/values/site-path.ts'
import type { Route } from './+types/booking-photos'

/** The upload address; opened by hand, it redirects to the booking. */
export async function loader({ request, context, params }: Route.LoaderArgs) {
  await requireRole(context, request, 'staff')
  return redirect(`/staff/bookings/${encodeURIComponent(params.id)}` satisfies SitePath, 303)
}

/** Takes photos of a booking from staff, such as those that a customer sent another way. */
export async function action({ request, context, params }: Route.ActionArgs) {
  const { services, userId: staffId } = await requireRole(context, request, 'staff')
  const act = { bookingId: params.id, userId: staffId }
  try {
    return await answerPhotoForm({
      request,
      by: 'staff',
      client: act.userId,
      back: `/staff/bookings/${encodeURIComponent(params.id)}` satisfies SitePath,
      add: (photo) => addPhotoByStaff(services, act, photo),
      remove: (photoId) => removePhotoByStaff(services, { ...act, photoId }),
    })
  } catch (error) {
    if (error instanceof BookingNotFound) throw notFound()
    throw error
  }
}
