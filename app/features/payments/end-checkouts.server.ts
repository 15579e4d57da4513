import { z } from 'zod'
import type { JobContext } from '#app/platform/jobs.ts'
import type { Services } from '#app/platform/services.ts'

const EndCheckoutJob = z.object({ bookingId: z.string() })

/** Job `end-checkout`: nothing more is to be paid for a booking that expired or was cancelled. What is paid meanwhile goes back. */
export async function endCheckouts({ db, payments }: Services, payload: unknown, { signal }: JobContext): Promise<void> {
  const { bookingId } = EndCheckoutJob.parse(payload)
  const open = await db
    .selectFrom('checkouts')
    .select(['id', 'provider', 'sessionId'])
    .where('bookingId', '=', bookingId)
    .where('state', 'in', ['creating', 'open'])
    .execute()
  for (const { id, provider, sessionId } of open) {
    if (sessionId && payments?.name === provider) await payments.endCheckout(sessionId, signal)
    await db.updateTable('checkouts').set({ state: 'ended' }).where('id', '=', id).where('state', 'in', ['creating', 'open']).execute()
  }
}
