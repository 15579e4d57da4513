import type { PaymentProvider } from '#app/platform/payments.ts'
import type { Services } from '#app/platform/services.ts'
import { createSandbox } from './sandbox.server.ts'
import { createStripe } from './stripe.server.ts'

/**
 * Who takes payments here (DESIGN 6): Stripe where its keys are set, the sandbox on a developer's machine, else nobody
 * ('Configuration Error').
 */
export function paymentsOf(parts: Pick<Services, 'config' | 'secrets'>): PaymentProvider | null {
  const { stripe, devTools, siteIsLoopback } = parts.config
  if (stripe) return createStripe(stripe)
  return devTools && siteIsLoopback ? createSandbox(parts) : null
}
