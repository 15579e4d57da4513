import { lockBooking } from '#app/features/payments/locks.server.ts'
import { recordAudit } from '#app/platform/audit.ts'
import { toInstant } from '#app/platform/clock.ts'
import type { Services } from '#app/platform/services.ts'

/**
 * Takes a booking off the call-back list: staff have rung. Whoever calls has checked that `staffId` is staff. Of two who rang the first
 * counts; nothing happens where the booking is no unpaid one any more.
 */
export async function recordCallBack({ db, clock }: Services, staffId: string, bookingId: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const booking = await lockBooking(tx, bookingId)
    if (booking?.status !== 'expired') return
    const now = clock.now()
    const rung = await tx
      .insertInto('callBacks')
      .values({ bookingId, rungAt: toInstant(now), rungBy: staffId })
      .onConflict((conflict) => conflict.column('bookingId').doNothing())
      .returning('bookingId')
      .executeTakeFirst()
    if (rung) await recordAudit(tx, now, { actor: staffId, action: 'booking.call-back', subject: bookingId })
  })
}
