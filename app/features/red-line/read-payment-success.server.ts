import { advisedDangers } from '#app/features/booking/find-dangers.ts'
import { trackingUrl } from '#app/features/booking/private-link.server.ts'
import { readHistory } from '#app/features/booking/read-booking.server.ts'
import { readMissed } from '#app/features/capacity/read-credits.server.ts'
import { progressOf } from '#app/features/capacity/visit-progress.ts'
import { readPaidFee } from '#app/features/payments/paid-fee.server.ts'
import type { PaymentView } from '#app/features/payments/payment-view.ts'
import { readPayment } from '#app/features/payments/read-payment.server.ts'
import type { Services } from '#app/platform/services.ts'

/**
 * Returns the payment for a visitor who returns from paying (`readPayment`) and, once it is paid, the visit's progress and the booking's
 * own page: the session's id is a secret that the provider gave to the payer.
 */
export async function readPaymentSuccess(
  services: Pick<Services, 'db' | 'published' | 'secrets' | 'config'>,
  sessionId: string | null,
): Promise<PaymentView> {
  const { db } = services
  const view = await readPayment(services, sessionId)
  if (view.state !== 'paid') return view
  const booking = await db.selectFrom('bookings').selectAll().where('reference', '=', view.reference).executeTakeFirstOrThrow()
  const [fee, missed] = [await readPaidFee(db, booking.id), await readMissed(db, booking.id)]
  const steps = progressOf(booking, await readHistory(db, booking.id), { paidAt: fee?.paidAt, missed })
  return { ...view, steps, trackingPath: new URL(trackingUrl(services, booking)).pathname }
}

/** The dangers mentioned in a payment's booking; none for an unknown session. */
export async function readDangersOfPayment({ db }: Pick<Services, 'db'>, sessionId: string | null) {
  const id = sessionId?.trim()
  if (!id || id.includes('\0')) return []
  const booking = await db
    .selectFrom('checkouts')
    .innerJoin('bookings', 'bookings.id', 'checkouts.bookingId')
    .select('bookings.dangers')
    .where('checkouts.sessionId', '=', id)
    .executeTakeFirst()
  return booking ? advisedDangers(booking) : []
}
