import { codeFrom } from '#app/platform/ids.ts'
import type { PaymentView } from './schema.ts'

/**
 * How the payment of a checkout session stands. One that the provider has not told us of has an enquiry reference derived from it,
 * the same whenever it is asked for (DESIGN 6). So far no provider tells us of any.
 */
export function readPayment(sessionId: string | null): PaymentView {
  const id = sessionId?.trim()
  return id ? { state: 'confirming', reference: `BK-${codeFrom(`enquiry ${id}`, 8)}` } : { state: 'absent' }
}
