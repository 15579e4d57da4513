import { sessionOf } from '#app/features/payments/sandbox.server.ts'
import { toInstant } from '#app/platform/clock.ts'
import type { PaymentEvent } from '#app/platform/payments.ts'
import type { Services } from '#app/platform/services.ts'
import { receivePaymentEvent } from './receive-event.server.ts'

/**
 * Pays at the sandbox, whose message arrives like any provider's. `nth`: numbers several payments; the same number again is the same
 * payment.
 */
export async function payAtSandbox(services: Services, { id, amountPence }: { id: string; amountPence: number }, nth = 1): Promise<void> {
  const { secrets, clock } = services
  const paidAt = toInstant(clock.now())
  const providerPaymentId = `sandbox_payment_${id}_${nth}`
  const payment = { providerPaymentId, checkoutId: id, sessionId: sessionOf(id), amountPence, currency: 'gbp', paidAt }
  const body = JSON.stringify({ id: `sandbox_event_${id}_${nth}`, kind: 'checkout.paid', payment } satisfies PaymentEvent)
  await receivePaymentEvent(services, body, `t=${paidAt},v1=${secrets.sign('sandbox-payment', `${paidAt}.${body}`)}`)
}
