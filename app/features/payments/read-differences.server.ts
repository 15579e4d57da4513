import type { Services } from '#app/platform/services.ts'

/** Differences by their ids, oldest first, with the booking where there is one. */
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
