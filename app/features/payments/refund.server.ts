import type { Selectable, Transaction } from 'kysely'
import { z } from 'zod'
import { announcement } from '#app/features/booking/announce.ts'
import { toInstant } from '#app/platform/clock.ts'
import { newId } from '#app/platform/ids.ts'
import { enqueue, type JobContext } from '#app/platform/jobs.ts'
import type { ProviderRefund } from '#app/platform/payments.ts'
import type { Services } from '#app/platform/services.ts'
import type { BookingsTable, PaymentsTable, Tables } from '#db/tables.ts'
import { readReturnedPence } from './reads.server.ts'
import type { RefundReason } from './refund-reasons.ts'
import { reportDifferences } from './report-differences.server.ts'

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
    // The only key that it can meet is that of payment and reason: its other numbers are new.
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!refund) return undefined
  // Whoever cancelled is told of it with the cancellation.
  await enqueue(tx, now, [
    { kind: 'refund', payload: { refundId: refund.id } satisfies z.input<typeof RefundJob> },
    ...(booking && reason !== 'cancelled' ? [announcement(booking, 'refunded', refund.id)] : []),
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
  const { amountPence, providerPaymentId, provider } = refund
  const answer = await payments.refund({ refundId, providerPaymentId, amountPence }, signal)
  await db.transaction().execute((tx) => recordRefund(services, tx, provider, { ...answer, refundId }))
  services.jobsAdded()
}

/**
 * Records what the provider says of a refund, in the caller's transaction: of one of ours, or of one that somebody made in the provider's
 * dashboard. What is done stays done, whatever comes later in the wrong order, unless it failed after all: then staff are told. Call
 * `services.jobsAdded()` after it commits.
 */
export async function recordRefund(services: Services, tx: Transaction<Tables>, provider: string, told: ProviderRefund): Promise<void> {
  const { refundId, providerRefundId, state } = told
  const refund = await tx
    .selectFrom('refunds')
    .innerJoin('payments', 'payments.id', 'refunds.paymentId')
    .select(['refunds.id', 'refunds.amountPence', 'payments.providerPaymentId'])
    .where('payments.provider', '=', provider)
    .where((eb) => eb.or([eb('refunds.id', '=', refundId ?? ''), eb('refunds.providerRefundId', '=', providerRefundId ?? '')]))
    .executeTakeFirst()
  if (!refund) return recordDashboardRefund(services, tx, provider, told)
  const { numUpdatedRows } = await tx
    .updateTable('refunds')
    .set({ state, providerRefundId, ...(state !== 'waiting' && { doneAt: toInstant(services.clock.now()) }) })
    .where('id', '=', refund.id)
    .where('state', 'in', state === 'failed' ? ['waiting', 'done'] : ['waiting'])
    .executeTakeFirst()
  if (state !== 'failed' || numUpdatedRows === 0n) return
  const { providerPaymentId, amountPence } = refund
  await reportDifferences(services, tx, provider, [{ providerPaymentId, kind: 'refund_failed', oursPence: amountPence, theirsPence: 0 }])
}

/** A refund that none of us asked for here; nothing where the payment is not ours, or is not recorded yet: the comparison finds it then. */
async function recordDashboardRefund(
  services: Services,
  tx: Transaction<Tables>,
  provider: string,
  { providerRefundId, providerPaymentId, amountPence, state }: ProviderRefund,
): Promise<void> {
  const payment = await tx
    .selectFrom('payments')
    .select(['id', 'bookingId'])
    .where('provider', '=', provider)
    .where('providerPaymentId', '=', providerPaymentId ?? '')
    .executeTakeFirst()
  if (!payment || !providerRefundId || state === 'failed') return
  const at = toInstant(services.clock.now())
  const refund = { id: newId(), paymentId: payment.id, amountPence, reason: 'dashboard', state, providerRefundId, createdAt: at }
  const isNew = await tx
    .insertInto('refunds')
    .values({ ...refund, doneAt: state === 'done' ? at : null })
    .onConflict((conflict) => conflict.column('providerRefundId').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!isNew || !payment.bookingId) return
  const booking = await tx.selectFrom('bookings').selectAll().where('id', '=', payment.bookingId).executeTakeFirstOrThrow()
  await enqueue(tx, services.clock.now(), [announcement(booking, 'refunded', refund.id)])
}
