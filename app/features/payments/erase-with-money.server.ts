import type { Transaction } from 'kysely'
import { yearsAfter } from '#app/features/booking/booking-tables.server.ts'
import { eraseBooking } from '#app/features/booking/erase-bookings.server.ts'
import { recordAudit } from '#app/platform/audit.ts'
import { londonDay } from '#app/platform/london.ts'
import type { Services } from '#app/platform/services.ts'
import type { LondonDay } from '#app/values/day.ts'
import { retention } from '#content/retention.ts'
import type { Tables } from '#db/tables.ts'

/**
 * The London day before which bills are erased. Tax law asks for them for six years after the financial year that they are in, which ends
 * at most a year after them (docs/decisions/0076-bills-after-their-time.md).
 */
export const billsErasedBefore = (now: Date): LondonDay => yearsAfter(londonDay(now), -retention.billYears)

/**
 * Erases a booking that no law requires any longer, in the caller's transaction: bills, credit notes, payments, refunds, and the personal
 * data in the booking.
 */
export async function eraseWithMoney(
  services: Pick<Services, 'clock' | 'secrets'>,
  tx: Transaction<Tables>,
  bookingId: string,
): Promise<void> {
  const booking = await tx.selectFrom('bookings').select('erasedAt').where('id', '=', bookingId).executeTakeFirstOrThrow()
  if (booking.erasedAt === null) await eraseBooking(services, tx, bookingId)
  const payments = await tx.selectFrom('payments').select(['id', 'providerPaymentId']).where('bookingId', '=', bookingId).execute()
  const bills = tx.selectFrom('bills').select('id').where('bookingId', '=', bookingId)
  const paid = tx.selectFrom('payments').select('id').where('bookingId', '=', bookingId)
  for (const table of ['billNotes', 'billReminders', 'creditNotes'] as const)
    await tx.deleteFrom(table).where('billId', 'in', bills).execute()
  await tx.updateTable('credits').set({ refundId: null }).where('bookingId', '=', bookingId).execute()
  await tx.deleteFrom('refunds').where('paymentId', 'in', paid).execute()
  const numbers = payments.map(({ providerPaymentId }) => providerPaymentId)
  if (numbers.length > 0) {
    await tx.deleteFrom('paymentDifferences').where('providerPaymentId', 'in', numbers).execute()
    const disputes = tx.selectFrom('disputes').select('id').where('providerPaymentId', 'in', numbers)
    await tx.deleteFrom('disputeMovements').where('disputeId', 'in', disputes).execute()
    await tx.deleteFrom('disputes').where('providerPaymentId', 'in', numbers).execute()
  }
  for (const table of ['payments', 'checkouts', 'billCorrections', 'bookDifferences'] as const)
    await tx.deleteFrom(table).where('bookingId', '=', bookingId).execute()
  const erased = await tx.deleteFrom('bills').where('bookingId', '=', bookingId).returning('reference').execute()
  if (erased.length === 0) return
  const detail = {
    bills: erased
      .map(({ reference }) => reference)
      .toSorted()
      .join(', '),
  }
  await recordAudit(tx, services.clock.now(), { actor: 'system', action: 'bill.erase', subject: bookingId, detail })
}
