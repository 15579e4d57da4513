import { z } from 'zod'
import { actOnBooking } from '#app/features/booking/act-on-booking.server.ts'
import type { JobContext } from '#app/platform/jobs.ts'
import type { Services } from '#app/platform/services.ts'
import { hours, later } from '#app/values/clock.ts'
import { readBalance } from './bill-balance.server.ts'
import { applyPayment } from './receive-event.server.ts'
import { payBill } from './record-bill-payment.server.ts'

const EndJob = z.object({ bookingId: z.string() })

/**
 * Job `end-bill-checkouts`: closes the payment pages of a booking's bill that ask for more than is owed, first here, then at the provider.
 * A payment made there before is recorded now; one made meanwhile is refunded.
 */
export async function endBillCheckouts(services: Services, payload: unknown, { signal }: JobContext): Promise<void> {
  const { bookingId } = EndJob.parse(payload)
  const { db, payments } = services
  const ended = await actOnBooking(services, { bookingId, actor: 'system' }, async (tx, { now }) => {
    const { owedPence } = await readBalance(tx, bookingId)
    await tx
      .updateTable('checkouts')
      .set({ state: 'ended' })
      .where('bookingId', '=', bookingId)
      .where('billId', 'is not', null)
      .where('state', 'in', ['creating', 'open'])
      .where('amountPence', '>', owedPence)
      .execute()
    const sessions = tx
      .selectFrom('checkouts')
      .select(['id', 'provider', 'sessionId', 'billId'])
      .where('bookingId', '=', bookingId)
      .where('billId', 'is not', null)
      .where('state', '=', 'ended')
      .where('expiresAt', '>', later(now, -hours(1)))
    return { result: await sessions.execute() }
  })
  for (const { id, provider, sessionId, billId } of ended ?? []) {
    const paid = sessionId && payments?.name === provider ? await payments.endCheckout(sessionId, signal) : undefined
    if (paid)
      await db
        .transaction()
        .execute((tx) => applyPayment(services, tx, { provider, paid, checkout: { id, bookingId, billId, sessionId } }, payBill))
  }
  services.jobsAdded()
}
