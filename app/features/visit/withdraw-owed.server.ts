import { actOnBooking } from '#app/features/booking/act-on-booking.server.ts'
import { CodedRefusal, InvalidEntry } from '#app/platform/errors.ts'
import { sanitiseLine } from '#app/platform/sanitise.ts'
import type { Services } from '#app/platform/services.ts'
import { toInstant } from '#app/values/clock.ts'
import { requireWithinReturnLimit } from './return-limit.server.ts'

interface WithdrawOwed {
  bookingId: string
  /** The id of the user. The caller has checked that they are staff. */
  staffId: string
  /** The id of the credit or charge. */
  owedId: string
  /** Why, for colleagues and reports: 1 to 300 characters. */
  reason: string
}

const longestReason = 300

/**
 * Withdraws a credit or a fee of a booking; its row stays, with who did it, when and why. One that was paid by a refund can't be withdrawn.
 * A fee counts as money returned by the person. Throws `InvalidEntry`, `RefundRefused`, a refusal if it was withdrawn or refunded before, or
 * `BookingNotFound`.
 */
export async function withdrawOwed(services: Services, { bookingId, staffId, owedId, reason: typed }: WithdrawOwed): Promise<void> {
  const reason = sanitiseLine(typed.slice(0, 5 * longestReason))
  if (reason === '') throw new InvalidEntry({ withdrawReason: 'Enter a reason for your colleagues' })
  if (reason.length > longestReason) throw new InvalidEntry({ withdrawReason: `The reason must be ${longestReason} characters or fewer` })
  await actOnBooking(services, { bookingId, actor: staffId }, async (tx, { now }) => {
    const withdrawal = { withdrawnAt: toInstant(now), withdrawnBy: staffId, withdrawnReason: reason }
    const charged = await tx
      .selectFrom('charges')
      .select('amountPence')
      .where('id', '=', owedId)
      .where('bookingId', '=', bookingId)
      .where('withdrawnAt', 'is', null)
      .executeTakeFirst()
    if (charged) {
      await requireWithinReturnLimit(services, tx, staffId, { bookingId, form: 'off', ...charged })
      await tx.updateTable('charges').set(withdrawal).where('id', '=', owedId).execute()
    }
    const withdrawn =
      charged ??
      (await tx
        .updateTable('credits')
        .set(withdrawal)
        .where('id', '=', owedId)
        .where('bookingId', '=', bookingId)
        .where('withdrawnAt', 'is', null)
        .where('refundId', 'is', null)
        .where('amountPence', '>', 0)
        .returning('amountPence')
        .executeTakeFirst())
    if (!withdrawn) throw new CodedRefusal(409, 'not_owed', 'This credit has already been withdrawn or refunded. Check the booking again.')
    return { action: 'booking.withdraw', detail: { owed: owedId, amountPence: withdrawn.amountPence } }
  })
}
