import type { Transaction } from 'kysely'
import { z } from 'zod'
import { actOnBookingIn } from '#app/features/booking/act-on-booking.server.ts'
import { enqueue, type JobContext } from '#app/platform/jobs.ts'
import type { ProviderRefund } from '#app/platform/payments.ts'
import type { Services } from '#app/platform/services.ts'
import { toInstant } from '#app/values/clock.ts'
import { newId } from '#app/values/ids.ts'
import type { PaymentsTable } from '#db/tables/payments.ts'
import type { Tables } from '#db/tables.ts'
import { readBlockingDispute } from './disputes.server.ts'
import { isHandMethod } from './hand-payments.ts'
import { readReturnedPence } from './paid-fee.server.ts'
import type { RefundReason } from './refund-reasons.ts'
import { reportDifferences } from './report-differences.server.ts'

interface AskRefund {
  /** `provider`: a payment recorded by hand is refunded by hand, and counts as done. */
  payment: Pick<PaymentsTable, 'id'> & Partial<Pick<PaymentsTable, 'provider'>>
  amountPence: number
  reason: RefundReason
  /** For staff: the user's id, and the reason in their words. */
  askedBy?: string
  note?: string
}

/**
 * Requests a refund, in the caller's transaction: a row, and the job that moves the money. The same reason twice is one refund, except by
 * staff and after a failure. Returns the refund's id, for the caller to announce; undefined if there was one. Call `services.jobsAdded()`
 * after it commits.
 */
export async function askRefund(
  services: Services,
  tx: Transaction<Tables>,
  { payment, amountPence, reason, askedBy, note }: AskRefund,
): Promise<string | undefined> {
  const now = services.clock.now()
  const isByHand = payment.provider !== undefined && isHandMethod(payment.provider)
  const refund = await tx
    .insertInto('refunds')
    .values({
      id: newId(),
      paymentId: payment.id,
      amountPence,
      reason,
      state: isByHand ? 'done' : 'waiting',
      providerRefundId: null,
      createdAt: toInstant(now),
      doneAt: isByHand ? toInstant(now) : null,
      askedBy,
      note,
    })
    // Only the key of payment and reason can conflict: the other ids are new.
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (refund && !isByHand)
    await enqueue(tx, now, [{ kind: 'refund', payload: { refundId: refund.id } satisfies z.input<typeof RefundJob> }])
  return refund?.id
}

/**
 * Refunds what was paid for a booking, or a part of it, in the caller's transaction. Returns the refund's id, for the caller to announce;
 * undefined if nothing was paid, all was refunded, or the payment is disputed with the customer's bank.
 */
export async function refundBooking(
  services: Services,
  tx: Transaction<Tables>,
  bookingId: string,
  { amountPence, reason }: { amountPence: number; reason: RefundReason },
): Promise<string | undefined> {
  const payment = await tx
    .selectFrom('payments')
    .select(['id', 'amountPence'])
    .where('bookingId', '=', bookingId)
    .where('outcome', '=', 'confirmed')
    .where('billId', 'is', null)
    .executeTakeFirst()
  if (!payment || amountPence <= 0 || (await readBlockingDispute(tx, payment.id))) return undefined
  // Never more than was paid.
  const left = Math.min(amountPence, payment.amountPence - (await readReturnedPence(tx, payment.id)))
  return left > 0 ? askRefund(services, tx, { payment, amountPence: left, reason }) : undefined
}

const RefundJob = z.object({ refundId: z.string() })

/** Job `refund`: asks the provider to refund the money. A refusal is retried, and shown to staff. */
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
  if (payments?.name !== refund.provider) throw new Error(`The payment provider ${refund.provider} is no longer configured`)
  const { amountPence, providerPaymentId, provider } = refund
  const answer = await payments.refund({ refundId, providerPaymentId, amountPence }, signal)
  await db.transaction().execute((tx) => recordRefund(services, tx, provider, { ...answer, refundId }))
  services.jobsAdded()
}

/**
 * Records the provider's report of a refund, in the caller's transaction: one of ours, or one made in the provider's dashboard, which is
 * announced. A finished refund stays finished, even if older reports arrive later. If it fails after all, staff are notified. Call
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
    // An id of a refund of another payment means nothing.
    .$if(told.providerPaymentId !== null, (query) => query.where('payments.providerPaymentId', '=', told.providerPaymentId ?? ''))
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

/**
 * Records a refund that was not requested here, unless the payment isn't ours, or isn't recorded yet: then its message is read again with
 * the payment's. One that failed is recorded too, so that an older message doesn't count as a refund.
 */
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
  if (!payment || !providerRefundId) return
  const at = toInstant(services.clock.now())
  const refund = { id: newId(), paymentId: payment.id, amountPence, reason: 'dashboard', state, providerRefundId, createdAt: at }
  const isNew = await tx
    .insertInto('refunds')
    .values({ ...refund, doneAt: state === 'waiting' ? null : at })
    .onConflict((conflict) => conflict.column('providerRefundId').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!isNew) return
  if (state === 'failed')
    return reportDifferences(services, tx, provider, [
      { providerPaymentId: providerPaymentId ?? '', kind: 'refund_failed', oursPence: amountPence, theirsPence: 0 },
    ])
  if (payment.bookingId)
    await actOnBookingIn(services, tx, { bookingId: payment.bookingId, actor: 'system' }, async () => ({
      announces: { occasion: 'refunded', id: refund.id },
    }))
}
