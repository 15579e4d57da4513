import type { Transaction } from 'kysely'
import { actOnBookingIn, type Change, type LockedBooking } from '#app/features/booking/act-on-booking.server.ts'
import { ForgedPaymentEvent, type PaymentEvent, type ProviderPayment, type ProviderRefund } from '#app/platform/payments.ts'
import { lockKey } from '#app/platform/rate-limit.ts'
import type { Services } from '#app/platform/services.ts'
import { toInstant } from '#app/values/clock.ts'
import { newId } from '#app/values/ids.ts'
import type { Tables } from '#db/tables.ts'
import { endUnpaidPage } from './confirming.server.ts'
import { recordDispute } from './events/record-dispute.server.ts'
import { payBill } from './record-bill-payment.server.ts'
import { askRefund, recordRefund } from './refund.server.ts'
import type { RefundReason } from './refund-reasons.ts'
import { ForgedMessage, PaymentNotConfigured } from './refusals.ts'
import { reportDifferences } from './report-differences.server.ts'

/**
 * Applies a payment, whose row is written, to its booking, which is locked. Returns the reason to refund all of it, or what it changes:
 * then it has set the payment's outcome to 'confirmed'.
 */
export type ApplyPayment = (
  services: Services,
  tx: Transaction<Tables>,
  locked: LockedBooking,
  payment: { id: string; paid: ProviderPayment },
) => Promise<RefundReason | Change>

/** The verbs that apply a payment, by its purpose. The fee belongs to a room above this one, so its verb is handed in. */
export interface PaymentVerbs {
  fee: ApplyPayment
  bill: ApplyPayment
}

/**
 * Takes a message of the payment provider: raw body and signature. It is stored and handled in one transaction, so that a repeated,
 * concurrent, late or disordered message takes effect once. Messages about one payment are handled one after the other. Throws
 * `ForgedMessage`, `PaymentNotConfigured`.
 */
export async function receivePaymentEvent(
  services: Services,
  above: Pick<PaymentVerbs, 'fee'>,
  body: string,
  signature: string | undefined,
): Promise<void> {
  const { payments, db, clock, log } = services
  if (!payments) throw new PaymentNotConfigured()
  const now = clock.now()
  let event: PaymentEvent
  try {
    event = await payments.readEvent(body, signature, now)
  } catch (error) {
    if (error instanceof ForgedPaymentEvent) throw new ForgedMessage()
    throw error
  }
  const { payment, refund, dispute, unpaidSessionId } = event
  const provider = payments.name
  const about = [payment, refund, dispute].find((each) => each !== undefined)?.providerPaymentId
  await db.transaction().execute(async (tx) => {
    if (about) await lockKey(tx, 'payment', about, now)
    const isNew = await tx
      .insertInto('paymentEvents')
      .values({
        ...{ provider, eventId: event.id, kind: event.kind, receivedAt: toInstant(now) },
        ...{ providerPaymentId: refund?.providerPaymentId ?? null, refund: refund ? JSON.stringify(refund) : null },
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning('eventId')
      .executeTakeFirst()
    if (!isNew) return
    if (payment) await recordPayment(services, tx, provider, payment, above)
    if (unpaidSessionId) await endUnpaidPage(tx, provider, unpaidSessionId)
    const early = payment ? await readRefundReports(tx, provider, payment.providerPaymentId) : []
    for (const each of refund ? [refund] : early) await recordRefund(services, tx, provider, each)
    if (dispute) await recordDispute(services, tx, provider, dispute)
  })
  services.jobsAdded()
  log.info({ event: event.id, kind: event.kind }, 'payment provider')
}

/**
 * Records a payment reported by the provider, in the caller's transaction, and has it applied to its page's purpose. One without a booking
 * is refunded, and staff look up the payer; one that may not be for us is left to staff. Call `services.jobsAdded()` after it commits.
 */
export async function recordPayment(
  services: Services,
  tx: Transaction<Tables>,
  provider: string,
  paid: ProviderPayment,
  above: Pick<PaymentVerbs, 'fee'>,
): Promise<void> {
  const { providerPaymentId, amountPence } = paid
  const report = (kind: 'unclaimed' | 'no_booking') =>
    reportDifferences(services, tx, provider, [{ providerPaymentId, kind, oursPence: 0, theirsPence: amountPence }])
  if (paid.isUnclaimed) return report('unclaimed')
  // A voucher for the full amount is no payment.
  if (amountPence <= 0) return
  const verbs: PaymentVerbs = { ...above, bill: payBill }
  const checkout = await checkoutOf(tx, provider, paid)
  if (checkout) return applyPayment(services, tx, { provider, paid, checkout }, verbs[checkout.billId === null ? 'fee' : 'bill'])
  const payment = await insertPayment(tx, { provider, paid }, services.clock.now())
  if (!payment) return
  await report('no_booking')
  await askRefund(services, tx, { payment, amountPence, reason: 'nothing_to_pay' })
}

interface Received {
  provider: string
  paid: ProviderPayment
  /** The page that it was paid on; absent: none of ours. */
  checkout?: { id: string; bookingId: string; billId: string | null; sessionId: string | null }
}

/** Records a payment at a known page, once, and applies it to its booking by `verb`, or refunds it. In the caller's transaction. */
export async function applyPayment(
  services: Services,
  tx: Transaction<Tables>,
  { provider, paid, checkout }: Required<Received>,
  verb: ApplyPayment,
): Promise<void> {
  await actOnBookingIn(services, tx, { bookingId: checkout.bookingId, actor: 'system' }, async (_, locked) => {
    const payment = await insertPayment(tx, { provider, paid, checkout }, locked.now)
    if (!payment) return undefined
    await tx
      .updateTable('checkouts')
      .set({ state: 'paid', sessionId: checkout.sessionId ?? paid.sessionId })
      .where('id', '=', checkout.id)
      .execute()
    const applied = await verb(services, tx, locked, { id: payment.id, paid })
    if (typeof applied !== 'string') return applied
    const id = await askRefund(services, tx, { payment, amountPence: paid.amountPence, reason: applied })
    return id === undefined ? undefined : { announces: { occasion: 'refunded', id } }
  })
}

/** The row of a payment; undefined if it is recorded already. It counts as one to refund until its purpose is found. */
const insertPayment = (
  tx: Transaction<Tables>,
  { provider, paid: { providerPaymentId, amountPence, currency, paidAt }, checkout }: Received,
  now: Date,
): Promise<{ id: string } | undefined> =>
  tx
    .insertInto('payments')
    .values({
      ...{ id: newId(), provider, providerPaymentId, amountPence, currency, outcome: 'returned', paidAt, recordedAt: toInstant(now) },
      ...{ checkoutId: checkout?.id ?? null, bookingId: checkout?.bookingId ?? null, billId: checkout?.billId ?? null },
    })
    .onConflict((conflict) => conflict.columns(['provider', 'providerPaymentId']).doNothing())
    .returning('id')
    .executeTakeFirst()

/** A payment's checkout: the one whose page's session it is by the provider's answer, or else the one whose id it carries. */
async function checkoutOf(tx: Transaction<Tables>, provider: string, { checkoutId, sessionId }: ProviderPayment) {
  const find = (column: 'id' | 'sessionId', value: string | null) =>
    value === null
      ? undefined
      : tx
          .selectFrom('checkouts')
          .select(['id', 'bookingId', 'sessionId', 'billId'])
          .where('provider', '=', provider)
          .where(column, '=', value)
          .executeTakeFirst()
  return (await find('sessionId', sessionId)) ?? (await find('id', checkoutId))
}

/** A payment's refunds that were reported before the payment. */
async function readRefundReports(tx: Transaction<Tables>, provider: string, providerPaymentId: string): Promise<ProviderRefund[]> {
  const events = await tx
    .selectFrom('paymentEvents')
    .select('refund')
    .where('provider', '=', provider)
    .where('providerPaymentId', '=', providerPaymentId)
    .where('refund', 'is not', null)
    .execute()
  return events.map(({ refund }) => JSON.parse(refund ?? '') as ProviderRefund)
}
