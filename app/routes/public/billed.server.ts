import { shownBill } from '#app/features/billing/bill-text.ts'
import { readBillView } from '#app/features/billing/bill-view.server.ts'
import { trackingUrl } from '#app/features/booking/private-link.server.ts'
import { readMarks } from '#app/features/tracking/booking-marks.server.ts'
import { notFound } from '#app/platform/refused-page.ts'
import type { Services } from '#app/platform/services.ts'
import { trackedOr404 } from './tracked.server.ts'

/** The bill of a private link; the page for what is not there, where there is no bill (yet). */
export async function billOr404(services: Services, token: string) {
  const { booking } = await trackedOr404(services, token)
  const view = await readBillView(services, booking)
  if (!view) throw notFound()
  const link = trackingUrl(services, booking)
  return {
    booking,
    view,
    link,
    path: new URL(link).pathname,
    bill: shownBill(view),
    mark: (await readMarks(services.db, [booking.trackingTokenHash])).get(booking.trackingTokenHash)?.mark ?? '',
  }
}
