import { type LoaderFunctionArgs, redirect } from 'react-router'
import { isToDispatch } from '#app/features/booking/lifecycle.ts'
import { readTrackedBooking } from '#app/features/booking/read-booking.server.ts'
import { BookingNotFound } from '#app/features/booking/refusals.ts'
import { readMissed } from '#app/features/capacity/read-credits.server.ts'
import { asksProof } from '#app/features/capacity/unproven-places.server.ts'
import { progressOf } from '#app/features/capacity/visit-progress.ts'
import { readPaidFee } from '#app/features/payments/paid-fee.server.ts'
import { readFee } from '#app/features/red-line/read-fee.server.ts'
import { isMailed } from '#app/features/tracking/mailed-bookings.server.ts'
import { callDueAtOf, readEngineerOf, shownOf } from '#app/features/tracking/track-view.server.ts'
import { readPhotosForCustomer } from '#app/features/visit/photos-view.server.ts'
import { privateHeaders } from '#app/platform/public-page.ts'
import { oldLink } from '#app/platform/refused-page.ts'
import { type Services, visitContext } from '#app/platform/services.ts'
import { toInstant } from '#app/values/clock.ts'
import type { SitePath } from '#app/values/site-path.ts'

/**
 * Returns the data that the confirmation shows of its booking, and nothing else: anyone with the address can request its data too. Throws a
 * page that offers a new link if there is none. Redirects to the booking's own page once this page's words about the next minutes and the
 * price are out of date: a promise was missed, an engineer is on the way, the call after a paid fee was made, or the booking has ended.
 */
export async function shownOr404(services: Services, token: string) {
  const { booking, events } = await or404(readTrackedBooking(services, token))
  const fee = await readFee(services, booking)
  const paidAt = (await readPaidFee(services.db, booking.id))?.paidAt
  const missed = await readMissed(services.db, booking.id)
  const isNew = booking.status === 'received' && callDueAtOf({ ...booking, paidAt: paidAt ?? null }) !== undefined
  const isToPay = fee?.state === 'due' || fee?.state === 'expired'
  if (!isToPay && (missed.length > 0 || !(fee ? isNew : isToDispatch(booking.status))))
    throw redirect(`/track/${token}` satisfies SitePath, { status: 303, headers: privateHeaders })
  const photos = await readPhotosForCustomer(services, booking, `/track/${token}/photos` satisfies SitePath)
  const now = services.clock.now()
  return {
    ...shownOf(booking, await asksProof(services.db, booking), now),
    now: toInstant(now),
    photos,
    fee,
    engineer: await readEngineerOf(services, booking),
    isMailed: await isMailed(services, booking),
    /** No one has accepted it or called yet: the next promise is our call. */
    isNew,
    steps: progressOf(booking, events, { paidAt, missed }).slice(0, paidAt ? 3 : 2),
  }
}

/**
 * Returns the booking of a page's private link, and the common fields of its customer's acts; throws a page that offers a new link if there
 * is none.
 */
export async function trackedOr404({ params, context }: Pick<LoaderFunctionArgs, 'context'> & { params: { token: string } }) {
  const { services, clientKey } = context.get(visitContext)
  const { booking, events } = await or404(readTrackedBooking(services, params.token))
  return { services, booking, events, act: { bookingId: booking.id, actor: 'customer', clientKey } }
}

/** Returns the data of a private link; throws a page that offers a new link if there is no such booking. */
export async function or404<Read>(read: Promise<Read>): Promise<Read> {
  try {
    return await read
  } catch (error) {
    if (error instanceof BookingNotFound) throw oldLink()
    throw error
  }
}
