import type { Transaction } from 'kysely'
import { raiseAlarm } from '#app/features/accounts/raise-alarm.ts'
import type { Services } from '#app/platform/services.ts'
import { toInstant } from '#app/values/clock.ts'
import { newId } from '#app/values/ids.ts'
import type { Tables } from '#db/tables.ts'
import type { DifferenceKind } from './differences.ts'

/** A difference in a payment, with the figures for `differenceText`. */
export interface Difference {
  providerPaymentId: string
  kind: DifferenceKind
  oursPence: number
  theirsPence: number
}

/**
 * Stores differences for staff, in the caller's transaction, and raises an alarm about new ones. Call `services.jobsAdded()` after it
 * commits.
 */
export async function reportDifferences(
  services: Services,
  tx: Transaction<Tables>,
  provider: string,
  differences: readonly Difference[],
): Promise<void> {
  if (differences.length === 0) return
  const now = services.clock.now()
  const isNew = await tx
    .insertInto('paymentDifferences')
    .values(differences.map((difference) => ({ id: newId(), provider, ...difference, foundAt: toInstant(now) })))
    .onConflict((conflict) => conflict.columns(['provider', 'providerPaymentId', 'kind', 'oursPence', 'theirsPence']).doNothing())
    .returning('id')
    .execute()
  if (isNew.length === 0) return
  services.log.warn({ count: isNew.length, provider }, 'payments that staff need to check')
  const ids = isNew.map(({ id }) => id)
  await raiseAlarm(tx, now, { kind: 'payment_differences', ids })
}

/** Differences by their ids, oldest first, with the booking if there is one. */
export const readDifferences = ({ db }: Pick<Services, 'db'>, ids: readonly string[]) =>
  db
    .selectFrom('paymentDifferences')
    .leftJoin('payments', (join) =>
      join
        .onRef('payments.provider', '=', 'paymentDifferences.provider')
        .onRef('payments.providerPaymentId', '=', 'paymentDifferences.providerPaymentId'),
    )
    .leftJoin('bookings', 'bookings.id', 'payments.bookingId')
    .select(['paymentDifferences.provider', 'paymentDifferences.providerPaymentId', 'kind', 'oursPence', 'theirsPence', 'foundAt'])
    .select('bookings.reference')
    .where('paymentDifferences.id', 'in', ids)
    .orderBy('paymentDifferences.id')
    .execute()
