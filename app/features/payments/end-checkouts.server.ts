import { z } from 'zod'
import { toInstant } from '#app/platform/clock.ts'
import type { JobContext } from '#app/platform/jobs.ts'
import type { Services } from '#app/platform/services.ts'
import { lockBooking } from './locks.server.ts'
import { isPayable } from './rules.ts'

const EndCheckoutJob = z.object({ bookingId: z.string() })

/**
 * Job `end-checkout`: nothing more is to be paid at the payment pages of a booking, except at the open one of a booking that waits for its
 * fee, perhaps again. First here, then at the provider, so that a repetition ends what an attempt that failed left. What is paid
 * meanwhile goes back.
 */
export async function endCheckouts({ db, payments, clock }: Services, payload: unknown, { signal }: JobContext): Promise<void> {
  const { bookingId } = EndCheckoutJob.parse(payload)
  const sessions = await db.transaction().execute(async (tx) => {
    const at = toInstant(clock.now())
    const booking = await lockBooking(tx, bookingId)
    if (!booking || !isPayable(booking, at))
      await tx
        .updateTable('checkouts')
        .set({ state: 'ended' })
        .where('bookingId', '=', bookingId)
        .where('state', 'in', ['creating', 'open'])
        .execute()
    return tx
      .selectFrom('checkouts')
      .select(['provider', 'sessionId'])
      .where('bookingId', '=', bookingId)
      .where('state', '=', 'ended')
      .where('expiresAt', '>', at)
      .execute()
  })
  for (const { provider, sessionId } of sessions)
    if (sessionId && payments?.name === provider) await payments.endCheckout(sessionId, signal)
}
