import { z } from 'zod'
import { actOnBooking } from '#app/features/booking/act-on-booking.server.ts'
import { recordPayment } from '#app/features/payments/receive-event.server.ts'
import type { JobContext } from '#app/platform/jobs.ts'
import type { Services } from '#app/platform/services.ts'
import { hours, later, toInstant } from '#app/values/clock.ts'
import { payFee } from './pay-fee.server.ts'
import { isPayable } from './read-fee.server.ts'

const EndCheckoutJob = z.object({ bookingId: z.string() })

/**
 * Job `end-checkout`: closes the payment pages of a booking, except the open one of a booking that waits for its fee. First here, then at
 * the provider, so that a retry finishes what a failed attempt left. A payment made there before, whose webhook never arrived, is recorded
 * now; one made meanwhile is refunded.
 */
export async function endCheckouts(services: Services, payload: unknown, { signal }: JobContext): Promise<void> {
  const { bookingId } = EndCheckoutJob.parse(payload)
  const { db, payments } = services
  const sessions = await actOnBooking(services, { bookingId, actor: 'system' }, async (tx, { booking, now }) => {
    if (!isPayable(booking, toInstant(now)))
      await tx
        .updateTable('checkouts')
        .set({ state: 'ended' })
        .where('bookingId', '=', bookingId)
        .where('billId', 'is', null)
        .where('state', 'in', ['creating', 'open'])
        .execute()
    const ended = tx
      .selectFrom('checkouts')
      .select(['provider', 'sessionId'])
      .where('bookingId', '=', bookingId)
      .where('billId', 'is', null)
      .where('state', '=', 'ended')
      // One that expired just now may have been paid just before.
      .where('expiresAt', '>', later(now, -hours(1)))
    return { result: await ended.execute() }
  })
  for (const { provider, sessionId } of sessions ?? []) {
    const paid = sessionId && payments?.name === provider ? await payments.endCheckout(sessionId, signal) : undefined
    if (paid) await db.transaction().execute((tx) => recordPayment(services, tx, provider, paid, { fee: payFee }))
  }
  services.jobsAdded()
}
