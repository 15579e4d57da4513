import { z } from 'zod'
import type { JobContext } from '#app/platform/jobs.ts'
import type { Services } from '#app/platform/services.ts'
import { recordPayment } from './record-payment.server.ts'

const EndCheckoutJob = z.object({ bookingId: z.string() })

/**
 * Job `end-checkout`: nothing more is to be paid for a booking that expired or was cancelled. What the provider says was paid there
 * before, though its message never came, is recorded now; what is paid meanwhile goes back.
 */
export async function endCheckouts(services: Services, payload: unknown, { signal }: JobContext): Promise<void> {
  const { bookingId } = EndCheckoutJob.parse(payload)
  const { db, payments } = services
  const open = await db
    .selectFrom('checkouts')
    .select(['id', 'provider', 'sessionId'])
    .where('bookingId', '=', bookingId)
    .where('state', 'in', ['creating', 'open'])
    .execute()
  for (const { id, provider, sessionId } of open) {
    const paid = sessionId && payments?.name === provider ? await payments.endCheckout(sessionId, signal) : undefined
    if (paid) await db.transaction().execute((tx) => recordPayment(services, tx, provider, paid))
    await db.updateTable('checkouts').set({ state: 'ended' }).where('id', '=', id).where('state', 'in', ['creating', 'open']).execute()
  }
  services.jobsAdded()
}
