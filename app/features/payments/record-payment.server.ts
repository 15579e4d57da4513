import type { Selectable, Transaction } from 'kysely'
import { isDispatched } from '#app/features/booking/lifecycle.ts'
import { redlineWindow } from '#app/features/booking/rules.ts'
import { jobsForChange } from '#app/features/notifications/reads.server.ts'
import { sellSlot } from '#app/features/redline/sell-slot.server.ts'
import { toInstant } from '#app/platform/clock.ts'
import { newId } from '#app/platform/ids.ts'
import { enqueue } from '#app/platform/jobs.ts'
import type { ProviderPayment } from '#app/platform/payments.ts'
import type { Services } from '#app/platform/services.ts'
import type { BookingsTable, Tables } from '#db/tables.ts'
import { lockBooking } from './locks.server.ts'
import { askRefund } from './refund.server.ts'
import { reportDifferences } from './report-differences.server.ts'
import { isOfToday, judgePayment, type RefundReason, statusOncePaid } from './rules.ts'

/**
 * Records money that the provider says has come, in the caller's transaction, and does what it is for: the booking is received, its slot
 * sold, staff alarmed and the customer told; or, where there is nothing to pay for or no slot left, all of it goes back. What staff made of
 * a booking that they took on unpaid stays. The same payment twice is recorded once; one that does not say what it is for is left to
 * staff. Call `services.jobsAdded()` after it commits.
 */
export async function recordPayment(services: Services, tx: Transaction<Tables>, provider: string, paid: ProviderPayment): Promise<void> {
  if (paid.isUnclaimed) {
    const { providerPaymentId, amountPence } = paid
    return reportDifferences(services, tx, provider, [{ providerPaymentId, kind: 'unclaimed', oursPence: 0, theirsPence: amountPence }])
  }
  const checkout = await checkoutOf(tx, provider, paid)
  const booking = checkout && (await lockBooking(tx, checkout.bookingId))
  const now = services.clock.now()
  const payment = {
    id: newId(),
    provider,
    providerPaymentId: paid.providerPaymentId,
    checkoutId: checkout?.id ?? null,
    bookingId: booking?.id ?? null,
    amountPence: paid.amountPence,
    currency: paid.currency,
    // Until something is found that it pays for.
    outcome: 'returned' as const,
    paidAt: paid.paidAt,
    recordedAt: toInstant(now),
  }
  // A voucher over everything is no money.
  if (paid.amountPence <= 0) return
  const isNew = await tx
    .insertInto('payments')
    .values(payment)
    .onConflict((conflict) => conflict.columns(['provider', 'providerPaymentId']).doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!isNew) return
  const verdict = judgePayment(booking, paid, booking !== undefined && (await hasPaid(tx, booking.id)))
  const refused = verdict === 'confirms' && booking ? await confirm(services, tx, booking, payment.id, now) : verdict
  if (checkout) {
    const sessionId = checkout.sessionId ?? paid.sessionId
    await tx.updateTable('checkouts').set({ state: 'paid', sessionId }).where('id', '=', checkout.id).execute()
    if (refused === undefined) await endOthers(tx, checkout.bookingId, now)
  }
  if (refused === undefined || refused === 'confirms') return
  if (!booking) {
    const { providerPaymentId, amountPence } = paid
    await reportDifferences(services, tx, provider, [{ providerPaymentId, kind: 'no_booking', oursPence: 0, theirsPence: amountPence }])
  }
  await askRefund(services, tx, { payment, booking, amountPence: paid.amountPence, reason: refused })
}

/** Somebody who paid at an older page must not pay again at the one that was opened since. */
async function endOthers(tx: Transaction<Tables>, bookingId: string, now: Date) {
  const other = await tx
    .selectFrom('checkouts')
    .select('id')
    .where('bookingId', '=', bookingId)
    .where('state', 'in', ['creating', 'open'])
    .executeTakeFirst()
  if (other) await enqueue(tx, now, [{ kind: 'end-checkout', payload: { bookingId } }])
}

/** The checkout that a payment is for: by our own id, which the provider carried, else by the session's. */
async function checkoutOf(tx: Transaction<Tables>, provider: string, { checkoutId, sessionId }: ProviderPayment) {
  const find = (column: 'id' | 'sessionId', value: string | null) =>
    value === null
      ? undefined
      : tx
          .selectFrom('checkouts')
          .select(['id', 'bookingId', 'sessionId'])
          .where('provider', '=', provider)
          .where(column, '=', value)
          .executeTakeFirst()
  return (await find('id', checkoutId)) ?? (await find('sessionId', sessionId))
}

const hasPaid = async (tx: Transaction<Tables>, bookingId: string) =>
  (await tx
    .selectFrom('payments')
    .select('id')
    .where('bookingId', '=', bookingId)
    .where('outcome', '=', 'confirmed')
    .executeTakeFirst()) !== undefined

/** The booking is received, if staff have not gone further, and its minutes run from now. Answers why not, where it has no slot. */
async function confirm(
  services: Services,
  tx: Transaction<Tables>,
  booking: Selectable<BookingsTable>,
  paymentId: string,
  now: Date,
): Promise<RefundReason | undefined> {
  const isTimely = booking.paymentDueAt !== null && isOfToday(booking.paymentDueAt, now)
  if (!(await sellSlot(tx, booking.id, now, isTimely))) return isTimely ? 'late' : 'too_late'
  const at = toInstant(now)
  const status = statusOncePaid(booking.status)
  // Whoever is on the way or there keeps the window that was promised.
  const window = isDispatched(status) ? {} : redlineWindow(now)
  const { revision } = await tx
    .updateTable('bookings')
    .set((eb) => ({ status, ...window, revision: eb('revision', '+', 1), revisedAt: at }))
    .where('id', '=', booking.id)
    .returning('revision')
    .executeTakeFirstOrThrow()
  await tx.updateTable('payments').set({ outcome: 'confirmed' }).where('id', '=', paymentId).execute()
  const eventId = newId()
  await tx
    .insertInto('bookingEvents')
    .values({
      id: eventId,
      bookingId: booking.id,
      at,
      actor: 'system',
      fromStatus: booking.status,
      toStatus: status,
      note: booking.status === 'expired' ? 'The priority fee was paid after the hold; a slot was free' : 'The priority fee was paid',
    })
    .execute()
  await enqueue(tx, now, await jobsForChange(services, tx, booking, { change: 'paid', id: eventId, revision }))
  return undefined
}
