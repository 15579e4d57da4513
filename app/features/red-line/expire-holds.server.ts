import { actOnBooking } from '#app/features/booking/act-on-booking.server.ts'
import { mayTake, steps } from '#app/features/booking/lifecycle.ts'
import { eachApart } from '#app/platform/each-apart.ts'
import type { Services } from '#app/platform/services.ts'
import { toInstant } from '#app/values/clock.ts'

/**
 * Ends bookings whose time to pay has run out: they become `expired`, and staff are notified of customers to call. Returns how many. Their
 * slots need no change: a past hold counts as free, and the next visitor takes over its row.
 */
export async function expireHolds(services: Services): Promise<number> {
  const { db, clock } = services
  const due = await db
    .selectFrom('bookings')
    .select('id')
    .where('status', '=', 'awaiting_payment')
    .where('paymentDueAt', '<=', toInstant(clock.now()))
    .orderBy('id')
    .execute()
  return eachApart(due, ({ id }) => expire(services, id))
}

const expire = async (services: Services, bookingId: string): Promise<boolean> =>
  (await actOnBooking<true>(services, { bookingId, actor: 'system' }, async (_tx, { booking, now }) => {
    const isDue = booking.paymentDueAt !== null && booking.paymentDueAt <= toInstant(now)
    if (!isDue || !mayTake('clock', 'expire', booking.status)) return undefined
    return {
      set: { status: steps.expire.to },
      isRevised: true,
      event: { note: 'The priority fee wasn’t paid in time' },
      announces: 'unpaid',
      jobs: [{ kind: 'end-checkout', payload: { bookingId } }],
      result: true,
    }
  })) ?? false
