import type { Selectable, Transaction } from 'kysely'
import { z } from 'zod'
import { jobsForChange } from '#app/features/notifications/reads.server.ts'
import { toInstant } from '#app/platform/clock.ts'
import { newId } from '#app/platform/ids.ts'
import { enqueue, type JobContext } from '#app/platform/jobs.ts'
import type { ProviderRefund } from '#app/platform/payments.ts'
import type { Services } from '#app/platform/services.ts'
import type { BookingsTable, PaymentsTable, Tables } from '#db/tables.ts'
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
 * one refund. Call `services.jobsAdded()` after it commits.
 */
export async function askRefund(
  services: Services,
  tx: Transaction<Tables>,
  { payment, booking, amountPence, reason }: AskRefund,
): Promise<void> {
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
    .onConflict((conflict) => conflict.columns(['paymentId', 'reason']).doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!refund) return
  // Whoever cancelled is told of it with the cancellation.
  const told = booking && reason !== 'cancelled' ? { change: 'refunded' as const, id: refund.id, revision: booking.revision } : undefined
  await enqueue(tx, now, [
    { kind: 'refund', payload: { refundId: refund.id } satisfies z.input<typeof RefundJob> },
    ...(booking && told ? await jobsForChange(services, tx, booking, told) : []),
  ])
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
  const { returned } = await tx
    .selectFrom('refunds')
    .select((eb) => eb.fn.coalesce(eb.fn.sum<number | string>('amountPence'), eb.val(0)).as('returned'))
    .where('paymentId', '=', payment.id)
    .where('state', '!=', 'failed')
    .executeTakeFirstOrThrow()
  // Never more than came.
  const left = Math.min(amountPence, payment.amountPence - Number(returned))
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

/** What the provider says of a refund. What is done stays done, whatever comes later in the wrong order, unless it failed after all. */
export async function recordRefund({ db, clock }: Services, { refundId, providerRefundId, state }: ProviderRefund): Promise<void> {
  if (state === 'waiting') {
    await db
      .updateTable('refunds')
      .set({ providerRefundId })
      .where('id', '=', refundId ?? '')
      .where('state', '=', 'waiting')
      .execute()
    return
  }
  await db
    .updateTable('refunds')
    .set({ state, providerRefundId, doneAt: toInstant(clock.now()) })
    .where((eb) => (refundId ? eb('id', '=', refundId) : eb('providerRefundId', '=', providerRefundId)))
    .where('state', '!=', 'failed')
    .execute()
}
