import type { Selectable, Transaction } from 'kysely'
import { z } from 'zod'
import { jobsForChange } from '#app/features/notifications/reads.server.ts'
import { toInstant } from '#app/platform/clock.ts'
import { newId } from '#app/platform/ids.ts'
import { enqueue, type JobContext } from '#app/platform/jobs.ts'
import type { ProviderRefund } from '#app/platform/payments.ts'
import type { Services } from '#app/platform/services.ts'
import type { BookingsTable, PaymentsTable, Tables } from '#db/tables.ts'
import { readReturnedPence } from './reads.server.ts'
import type { RefundReason } from './rules.ts'

interface AskRefund {
  payment: Pick<PaymentsTable, 'id'>
  /** Whose payment it was; nothing where nobody knows. */
  booking: Selectable<BookingsTable> | undefined
  amountPence: number
  reason: RefundReason
}

/**
 * Has money go back, in the caller's transaction: a row, the job that moves it, and word to customer and staff. The same reason twice is
 * one refund, except by staff and where the first failed. Answers the refund's id; undefined where there was one. Call `services.jobsAdded()` after it commits.
 */
export async function askRefund(
  services: Services,
  tx: Transaction<Tables>,
  { payment, booking, amountPence, reason }: AskRefund,
): Promise<string | undefined> {
  const now = services.clock.now()
  const refund = await tx
    .insertInto('refunds')
    .values({
      id: newId(),
      paymentId: payment.id,
      amountPence,
      reason,
      state: 'waiting',
      providerRefundId: null,
      createdAt: toInstant(now),
      doneAt: null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!refund) return undefined
  // Whoever cancelled is told of it with the cancellation.
  const told = booking && reason !== 'cancelled' ? { change: 'refunded' as const, id: refund.id, revision: booking.revision } : undefined
  await enqueue(tx, now, [
    { kind: 'refund', payload: { refundId: refund.id } satisfies z.input<typeof RefundJob> },
    ...(booking && told ? await jobsForChange(services, tx, booking, told) : []),
  ])
  return refund.id
}

/** Returns what was paid for a booking, or a part of it, in the caller's transaction; nothing where nothing was paid for it. */
export async function refundBooking(
  services: Services,
  tx: Transaction<Tables>,
  booking: Selectable<BookingsTable>,
  { amountPence, reason }: { amountPence: number; reason: RefundReason },
): Promise<void> {
  const payment = await tx
    .selectFrom('payments')
    .select(['id', 'amountPence'])
    .where('bookingId', '=', booking.id)
    .where('outcome', '=', 'confirmed')
    .executeTakeFirst()
  if (!payment || amountPence <= 0) return
  // Never more than came.
  const left = Math.min(amountPence, payment.amountPence - (await readReturnedPence(tx, payment.id)))
  if (left > 0) await askRefund(services, tx, { payment, booking, amountPence: left, reason })
}

const RefundJob = z.object({ refundId: z.string() })

/** Job `refund`: has the provider return the money. A provider that refuses is tried again, and staff see it. */
export async function sendRefund(services: Services, payload: unknown, { signal }: JobContext): Promise<void> {
  const { refundId } = RefundJob.parse(payload)
  const { db, payments } = services
  const refund = await db
    .selectFrom('refunds')
    .innerJoin('payments', 'payments.id', 'refunds.paymentId')
    .select(['refunds.state', 'refunds.amountPence', 'payments.provider', 'payments.providerPaymentId'])
    .where('refunds.id', '=', refundId)
    .executeTakeFirstOrThrow()
  if (refund.state !== 'waiting') return
  if (payments?.name !== refund.provider) throw new Error(`The payment provider ${refund.provider} is not configured any more`)
  const { amountPence, providerPaymentId } = refund
  const answer = await payments.refund({ refundId, providerPaymentId, amountPence }, signal)
  await recordRefund(services, { ...answer, refundId })
}

/**
 * What the provider says of a refund. What is done stays done, whatever comes later in the wrong order, unless it failed after all: then
 * staff hear of it, since the money is still with us.
 */
export async function recordRefund(services: Services, { refundId, providerRefundId, state }: ProviderRefund): Promise<void> {
  const { db, clock } = services
  const now = clock.now()
  await db.transaction().execute(async (tx) => {
    const changed = await tx
      .updateTable('refunds')
      .set({ state, providerRefundId, ...(state === 'waiting' ? {} : { doneAt: toInstant(now) }) })
      .where((eb) => (refundId ? eb('id', '=', refundId) : eb('providerRefundId', '=', providerRefundId)))
      .where('state', 'in', state === 'failed' ? ['waiting', 'done'] : ['waiting'])
      .returning(['id', 'paymentId'])
      .executeTakeFirst()
    if (changed && state === 'failed') await tellOfFailure(services, tx, changed, now)
  })
  services.jobsAdded()
}

async function tellOfFailure(services: Services, tx: Transaction<Tables>, refund: { id: string; paymentId: string }, now: Date) {
  services.log.error({ refund: refund.id }, 'the provider could not return money: staff must return it otherwise')
  const booking = await tx
    .selectFrom('payments')
    .innerJoin('bookings', 'bookings.id', 'payments.bookingId')
    .select(['bookings.id', 'bookings.suspectedSpam', 'bookings.erasedAt', 'bookings.revision'])
    .where('payments.id', '=', refund.paymentId)
    .executeTakeFirst()
  if (!booking) return
  const change = { change: 'refund_failed' as const, id: refund.id, revision: booking.revision }
  await enqueue(tx, now, await jobsForChange(services, tx, booking, change))
}
