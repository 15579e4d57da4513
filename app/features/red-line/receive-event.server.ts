import type { Transaction } from 'kysely'
import { endUnpaidPage } from '#app/features/payments/confirming.server.ts'
import { ForgedMessage, PaymentNotConfigured } from '#app/features/payments/refusals.ts'
import { ForgedPaymentEvent, type PaymentEvent, type ProviderRefund } from '#app/platform/payments.ts'
import { lockKey } from '#app/platform/rate-limit.ts'
import type { Services } from '#app/platform/services.ts'
import { toInstant } from '#app/values/clock.ts'
import type { Tables } from '#db/tables.ts'
import { recordPayment } from './events/record-payment.server.ts'
import { recordProviderDispute } from './events/record-provider-dispute.server.ts'
import { recordProviderRefund } from './events/record-provider-refund.server.ts'

/**
 * Takes a message of the payment provider: raw body and signature. It is stored and handled in one transaction, so that a repeated,
 * concurrent, late or disordered message takes effect once. Messages about one payment are handled one after the other. Throws `ForgedMessage`, `PaymentNotConfigured`.
 */
export async function receivePaymentEvent(services: Services, body: string, signature: string | undefined): Promise<void> {
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
  const about = [payment, refund, dispute].find((each) => each !== undefined)?.providerPaymentId
  await db.transaction().execute(async (tx) => {
    if (about) await lockKey(tx, 'payment', about, now)
    const isNew = await tx
      .insertInto('paymentEvents')
      .values({
        ...{ provider: payments.name, eventId: event.id, kind: event.kind, receivedAt: toInstant(now) },
        ...{ providerPaymentId: refund?.providerPaymentId ?? null, refund: refund ? JSON.stringify(refund) : null },
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning('eventId')
      .executeTakeFirst()
    if (!isNew) return
    if (payment) await recordPayment(services, tx, payments.name, payment)
    const early = payment ? await readRefundReports(tx, payments.name, payment.providerPaymentId) : []
    if (unpaidSessionId) await endUnpaidPage(tx, payments.name, unpaidSessionId)
    for (const each of refund ? [refund] : early) await recordProviderRefund(services, tx, payments.name, each)
    if (dispute) await recordProviderDispute(services, tx, payments.name, dispute)
  })
  services.jobsAdded()
  log.info({ event: event.id, kind: event.kind }, 'payment provider')
}

/** The refunds of a payment that messages before its own reported. */
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
