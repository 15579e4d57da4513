import { endUnpaidPage } from '#app/features/bill-payments/confirming.server.ts'
import { ForgedMessage, PaymentNotConfigured } from '#app/features/payments/refusals.ts'
import { toInstant } from '#app/platform/clock.ts'
import { ForgedPaymentEvent, type PaymentEvent } from '#app/platform/payments.ts'
import type { Services } from '#app/platform/services.ts'
import { recordPayment } from './record-payment.server.ts'
import { recordProviderDispute } from './record-provider-dispute.server.ts'
import { recordProviderRefund } from './record-provider-refund.server.ts'

/**
 * Takes a message of the payment provider: raw body and signature. It is stored and handled in one transaction, so that a repeated,
 * concurrent, late or disordered message takes effect once. Throws `ForgedMessage`, `PaymentNotConfigured`.
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
  await db.transaction().execute(async (tx) => {
    const isNew = await tx
      .insertInto('paymentEvents')
      .values({ provider: payments.name, eventId: event.id, kind: event.kind, receivedAt: toInstant(now) })
      .onConflict((conflict) => conflict.doNothing())
      .returning('eventId')
      .executeTakeFirst()
    if (isNew && event.payment) await recordPayment(services, tx, payments.name, event.payment)
    if (isNew && event.unpaidSessionId) await endUnpaidPage(tx, payments.name, event.unpaidSessionId)
    if (isNew && event.refund) await recordProviderRefund(services, tx, payments.name, event.refund)
    if (isNew && event.dispute) await recordProviderDispute(services, tx, payments.name, event.dispute)
  })
  services.jobsAdded()
  log.info({ event: event.id, kind: event.kind }, 'payment provider')
}
