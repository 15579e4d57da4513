import type { Transaction } from 'kysely'
import { actOnBookingIn } from '#app/features/booking/act-on-booking.server.ts'
import type { ProviderDispute } from '#app/platform/payments.ts'
import type { Services } from '#app/platform/services.ts'
import { newId } from '#app/values/ids.ts'
import type { DisputesTable } from '#db/tables/payments.ts'
import type { Tables } from '#db/tables.ts'
import { afterMoney } from '../record-bill-payment.server.ts'
import { reportDifferences } from '../report-differences.server.ts'

/**
 * Records the provider's state of a disputed payment, in the caller's transaction, and tells staff and owners about each new state. After a
 * dispute is won, the amount that we owe the customer is refunded to the card. A dispute of a payment without a booking is left to staff.
 * Call `services.jobsAdded()` after it commits.
 */
export async function recordDispute(services: Services, tx: Transaction<Tables>, provider: string, told: ProviderDispute): Promise<void> {
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

const rank: Record<DisputesTable['state'], number> = { inquiry: 0, open: 1, won: 2, lost: 2, closed: 2 }

/**
 * Records the provider's report of a dispute, in the caller's transaction: each movement of money once, and its state unless a later report
 * was written before. Of two in the same second the later state wins. Returns the dispute's id, and if its state has changed.
 */
async function writeDispute(
  tx: Transaction<Tables>,
  provider: string,
  { movements, ...told }: ProviderDispute,
): Promise<{ id: string; isChanged: boolean }> {
  const id = newId()
  const before = await tx
    .insertInto('disputes')
    .values({ id, provider, ...told })
    // Locks a row that exists.
    .onConflict((conflict) => conflict.columns(['provider', 'providerDisputeId']).doUpdateSet((eb) => ({ id: eb.ref('disputes.id') })))
    .returning(['id', 'state', 'reportedAt'])
    .executeTakeFirstOrThrow()
  if (movements.length > 0)
    await tx
      .insertInto('disputeMovements')
      .values(movements.map(({ id: providerMovementId, ...rest }) => ({ disputeId: before.id, providerMovementId, ...rest })))
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  if (before.id === id) return { id, isChanged: true }
  const isOlder = told.reportedAt < before.reportedAt || (told.reportedAt === before.reportedAt && rank[told.state] < rank[before.state])
  if (isOlder) return { id: before.id, isChanged: false }
  await tx.updateTable('disputes').set(told).where('id', '=', before.id).execute()
  return { id: before.id, isChanged: told.state !== before.state }
}
