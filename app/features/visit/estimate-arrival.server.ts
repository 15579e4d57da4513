import type { Transaction } from 'kysely'
import { StepRefused } from '#app/features/booking/refusals.ts'
import { isExpectedLate } from '#app/features/capacity/late-arrival.ts'
import type { Services } from '#app/platform/services.ts'
import { later, minutes } from '#app/values/clock.ts'
import type { Tables } from '#db/tables.ts'
import { actByEngineer, type OwnAct } from './act-by-engineer.server.ts'
import { estimateMinutes } from './sheet/visit-times.ts'

/** A customer who knows that we are late hears again if it gets later by this. */
const newsMs = minutes(10)

/** Returns the act of setting off that the customer was notified of. */
const readSetOut = (tx: Transaction<Tables>, bookingId: string) =>
  tx
    .selectFrom('bookingEvents')
    .select('id')
    .where('bookingId', '=', bookingId)
    .where('toStatus', '=', 'en_route')
    .orderBy('id', 'desc')
    .executeTakeFirst()

/**
 * Shows on the customer's page when the engineer on the way expects to arrive: a number of minutes from the time of the estimate. It
 * doesn't change the booking's version. If it is later than the promised window, the customer is told again who is on the way, and the
 * expected time. Throws `StepRefused` unless they are on the way, and as `actByEngineer` does.
 */
export async function estimateArrival(services: Services, { seen: _, ...act }: OwnAct, typed: string): Promise<void> {
  const chosen = estimateMinutes.find((each) => String(each) === typed)
  await actByEngineer(services, { ...act, kind: 'estimate' }, async (tx, { booking, at }) => {
    if (!chosen) throw new StepRefused('Choose one of the times shown.')
    if (booking.status !== 'en_route') throw new StepRefused('Once you’re on your way, you can say how long you’ll be.')
    const expectedAt = later(at, minutes(chosen))
    const saidBefore = isExpectedLate(booking) ? booking.expectedAt : null
    const isNews = isExpectedLate({ ...booking, expectedAt }) && (saidBefore === null || expectedAt >= later(saidBefore, newsMs))
    const setOut = isNews && (await readSetOut(tx, booking.id))
    return {
      set: { expectedAt },
      isUnseen: true,
      action: 'booking.estimate',
      detail: { minutes: chosen },
      ...(setOut && { announces: { occasion: 'set_out', id: setOut.id } }),
    }
  })
}
