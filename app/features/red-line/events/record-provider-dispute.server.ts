import type { Transaction } from 'kysely'
import { actOnBookingIn } from '#app/features/booking/act-on-booking.server.ts'
import { writeDispute } from '#app/features/payments/disputes.server.ts'
import { afterMoney } from '#app/features/payments/record-bill-payment.server.ts'
import { reportDifferences } from '#app/features/payments/report-differences.server.ts'
import type { ProviderDispute } from '#app/platform/payments.ts'
import type { Services } from '#app/platform/services.ts'
import type { Tables } from '#db/tables.ts'

/**
 * Records the provider's state of a disputed payment, in the caller's transaction, and tells staff and owners about each new state. After a
 * dispute is won, the amount that we owe the customer is refunded to the card. A dispute of a payment without a booking is left to staff.
 * Call `services.jobsAdded()` after it commits.
 */
export async function recordProviderDispute(
  services: Services,
  tx: Transaction<Tables>,
  provider: string,
  told: ProviderDispute,
): Promise<void> {
  const payment = await tx
    .selectFrom('payments')
    .select('bookingId')
    .where('provider', '=', provider)
    .where('providerPaymentId', '=', told.providerPaymentId ?? '')
    .executeTakeFirst()
  const bookingId = payment?.bookingId
  if (bookingId)
    return actOnBookingIn(services, tx, { bookingId, actor: 'system' }, async () => {
      const { id, isChanged } = await writeDispute(tx, provider, told)
      if (!isChanged) return undefined
      const refunded = told.state === 'won' ? await afterMoney(services, tx, bookingId) : []
      return { set: {}, announces: [{ occasion: 'disputed', id }, ...refunded] }
    })
  const { isChanged } = await writeDispute(tx, provider, told)
  if (!isChanged) return
  const providerPaymentId = told.providerPaymentId ?? told.providerDisputeId
  await reportDifferences(services, tx, provider, [
    { providerPaymentId, kind: told.state === 'lost' ? 'dispute_lost' : 'disputed', oursPence: 0, theirsPence: told.amountPence },
  ])
}
