import type { Services } from '#app/platform/services.ts'

/**
 * The call-back list: Red Line bookings whose hold expired unpaid and whose customers no one has called, latest first, 100 at most. Without
 * those who have booked again from the same phone, and without erased bookings.
 */
export async function readCallBacks({ db }: Pick<Services, 'db'>) {
  return (
    db
      .selectFrom('bookings')
      .select(['id', 'reference', 'name', 'phone', 'service', 'borough', 'postcode', 'vulnerableOccupant', 'createdAt'])
      // The end of the hold.
      .select((eb) => eb.ref('paymentDueAt').$notNull().as('since'))
      .where('status', '=', 'expired')
      .where('paymentDueAt', 'is not', null)
      .where('erasedAt', 'is', null)
      .where(({ not, exists, selectFrom }) =>
        not(exists(selectFrom('callBacks').select('callBacks.bookingId').whereRef('callBacks.bookingId', '=', 'bookings.id'))),
      )
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('bookings as again')
              .select('again.id')
              .whereRef('again.phone', '=', 'bookings.phone')
              .whereRef('again.createdAt', '>', 'bookings.createdAt'),
          ),
        ),
      )
      .orderBy('paymentDueAt', 'desc')
      .orderBy('id')
      .limit(100)
      .execute()
  )
}
