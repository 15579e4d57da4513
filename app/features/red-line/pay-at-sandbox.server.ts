import { receivePaymentEvent } from '#app/features/payments/receive-event.server.ts'
import { sessionOf } from '#app/features/payments/sandbox.server.ts'
import type { PaymentEvent } from '#app/platform/payments.ts'
import type { Services } from '#app/platform/services.ts'
import { toInstant } from '#app/values/clock.ts'
import { payFee } from './pay-fee.server.ts'

/**
 * Pays at the sandbox, whose message arrives like any provider's. `nth`: numbers several payments; the same number again is the same
 * payment.
 */
export async function payAtSandbox(services: Services, { id, amountPence }: { id: string; amountPence: number }, nth = 1): Promise<void> {
  const paidAt = toInstant(services.clock.now())
  const providerPaymentId = `sandbox_payment_${id}_${nth}`
  const payment = { providerPaymentId, checkoutId: id, sessionId: sessionOf(id), amountPence, currency: 'gbp', paidAt }
  await tell(services, { id: `sandbox_event_${id}_${nth}`, kind: 'checkout.paid', payment })
}

/** Reports, as the sandbox, that a payment page was not paid. */
export const failAtSandbox = (services: Services, { id }: { id: string }): Promise<void> =>
  tell(services, { id: `sandbox_event_${id}_failed`, kind: 'checkout.failed', unpaidSessionId: sessionOf(id) })

async function tell(services: Services, event: PaymentEvent): Promise<void> {
  const [body, at] = [JSON.stringify(event), toInstant(services.clock.now())]
  await receivePaymentEvent(services, { fee: payFee }, body, `t=${at},v1=${services.secrets.sign('sandbox-payment', `${at}.${body}`)}`)
}
