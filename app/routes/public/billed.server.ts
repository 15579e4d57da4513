import { shownBill } from '#app/features/billing/bill-text.ts'
import { readBillView } from '#app/features/billing/bill-view.server.ts'
import { trackingUrl } from '#app/features/booking/private-link.server.ts'
import { readBooking, readTrackedBooking } from '#app/features/booking/read-booking.server.ts'
import { payUrl, readPayable } from '#app/features/payments/pay-link.server.ts'
import { readMarks } from '#app/features/tracking/booking-marks.server.ts'
import { notFound } from '#app/platform/refused-page.ts'
import type { Services } from '#app/platform/services.ts'
import { or404 } from './tracked.server.ts'

/** Returns the bill of a private link; throws the 404 page if there is none (yet). */
export async function billOr404(services: Services, token: string) {
  const { booking } = await or404(readTrackedBooking(services, token))
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

/** The parameters of the pages that pay a bill: of a private link, or of a payment link. */
interface PayParams {
  token?: string
  bill?: string
  code?: string
}

/**
 * Returns the bill to pay at a private link or at a payment link, which has no page of the bill (`billPath`) and returns to itself;
 * otherwise throws the 404 page.
 */
export async function payableOr404(services: Services, { token, bill: reference = '', code = '' }: PayParams) {
  if (token !== undefined) {
    const { booking, view, bill, path, link } = await billOr404(services, token)
    const billPath = `${path}/bill`
    const paths = { billPath, payPath: `${billPath}/pay`, checkoutPath: `${billPath}/checkout`, backUrl: `${link}/bill` }
    return { bookingId: booking.id, view, bill, ...paths }
  }
  const payable = await readPayable(services, { reference, code })
  const view = payable && (await readBillView(services, await readBooking(services, payable.bookingId)))
  if (!payable || !view?.issued) throw notFound()
  const backUrl = payUrl(services, payable)
  const payPath = new URL(backUrl).pathname
  return {
    bookingId: payable.bookingId,
    view,
    bill: shownBill(view),
    billPath: undefined,
    payPath,
    checkoutPath: `${payPath}/checkout`,
    backUrl,
  }
}
