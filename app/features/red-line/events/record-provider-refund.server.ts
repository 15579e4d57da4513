import type { Transaction } from 'kysely'
import { actOnBookingIn } from '#app/features/booking/act-on-booking.server.ts'
import { recordRefund } from '#app/features/payments/refund.server.ts'
import type { ProviderRefund } from '#app/platform/payments.ts'
import type { Services } from '#app/platform/services.ts'
import type { Tables } from '#db/tables.ts'

/**
 * Records the provider's report of a refund, in the caller's transaction, and announces one that was made in the provider's dashboard. Call
 * `services.jobsAdded()` after it commits.
 */
export async function recordProviderRefund(
  services: Services,
  tx: Transaction<Tables>,
  provider: string,
  told: ProviderRefund,
): Promise<void> {
  const made = await recordRefund(services, tx, provider, told)
  if (!made) return
  await actOnBookingIn(services, tx, { bookingId: made.bookingId, actor: 'system' }, async () => ({
    announces: { occasion: 'refunded', id: made.refundId },
  }))
}
