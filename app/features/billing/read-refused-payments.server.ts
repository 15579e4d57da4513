import { momentText } from '#app/platform/london.ts'
import type { Services } from '#app/platform/services.ts'
import { days, later, toInstant } from '#app/values/clock.ts'
import { billPaid } from './phone-bill.ts'

/** Money that an engineer took at the door and that we refused to record. */
export interface RefusedPayment {
  key: string
  /** Null: the job was another engineer's by then. */
  bookingId: string | null
  /** The booking's; '' if unknown. */
  reference: string
  /** The engineer, and the time of the payment on their phone. */
  what: string
  /** The reason that the engineer was shown. */
  reason: string
}

/** Older ones aren't listed. */
const lookedForMs = days(30)

/**
 * Payments by hand that engineers' phones reported and we refused, oldest first, until staff have dealt with them: someone other than that
 * engineer has since recorded a payment for the booking, or a note was written on it. `bookingId`: of one booking.
 */
export async function readRefusedPayments({ db, clock }: Pick<Services, 'db' | 'clock'>, bookingId?: string): Promise<RefusedPayment[]> {
  const rows = await db
    .selectFrom('engineerActs')
    .innerJoin('engineers', 'engineers.id', 'engineerActs.engineerId')
    .leftJoin('bookings', 'bookings.id', 'engineerActs.bookingId')
    .select(['engineerActs.key', 'engineerActs.bookingId', 'engineerActs.at', 'refusal', 'engineers.name', 'bookings.reference'])
    .where('engineerActs.kind', '=', billPaid)
    .where('refusal', 'is not', null)
    .where('receivedAt', '>', later(toInstant(clock.now()), -lookedForMs))
    .$if(bookingId !== undefined, (query) => query.where('engineerActs.bookingId', '=', bookingId ?? ''))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('payments')
            .select('payments.id')
            .whereRef('payments.bookingId', '=', 'engineerActs.bookingId')
            .whereRef('payments.recordedAt', '>=', 'engineerActs.receivedAt')
            .where('payments.takenBy', 'is not', null)
            .where((eb) => eb.or([eb('engineers.userId', 'is', null), eb('payments.takenBy', '!=', eb.ref('engineers.userId'))])),
        ),
      ),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('bookingNotes')
            .select('bookingNotes.id')
            .whereRef('bookingNotes.bookingId', '=', 'engineerActs.bookingId')
            .whereRef('bookingNotes.at', '>=', 'engineerActs.receivedAt'),
        ),
      ),
    )
    .orderBy('engineerActs.at')
    .execute()
  return rows.map(({ key, at, name, refusal, reference, ...row }) => ({
    ...{ key, bookingId: row.bookingId, reference: reference ?? '' },
    ...{ what: `${name}, ${momentText(at)}`, reason: refusal ?? '' },
  }))
}
