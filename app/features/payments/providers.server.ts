import type { PaymentProvider } from '#app/platform/payments.ts'
import type { Services } from '#app/platform/services.ts'
import { createSandbox } from './sandbox.server.ts'

/** Who takes payments here (DESIGN 6): the sandbox on a developer's machine, else nobody ('Configuration Error'). */
export const paymentsOf = (parts: Pick<Services, 'config' | 'secrets'>): PaymentProvider | null =>
  parts.config.devTools && parts.config.siteIsLoopback ? createSandbox(parts) : null
