import type { PaymentProvider } from '#app/platform/payments.ts'
import type { Services } from '#app/platform/services.ts'
import { readSettings } from '#app/platform/settings.ts'
import { createStripe } from './providers/stripe.server.ts'
import { createSandbox } from './sandbox.server.ts'

/**
 * The payment provider: Stripe if its keys are set, with the owner's payment link if one is stored; the sandbox on a developer's machine;
 * otherwise none ('Configuration Error').
 */
export function paymentsOf(parts: Pick<Services, 'config' | 'secrets' | 'db'>): PaymentProvider | null {
  const { stripe, devTools, siteIsLoopback } = parts.config
  if (stripe)
    return createStripe(stripe, {
      paymentLink: async () => (await readSettings(parts, parts.db, ['stripeUrl'])).stripeUrl ?? stripe.paymentLink,
    })
  return devTools && siteIsLoopback ? createSandbox(parts) : null
}
