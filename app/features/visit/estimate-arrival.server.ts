import { actByEngineer, type OwnAct } from '#app/features/engineer-acts/act-by-engineer.server.ts'
import { StepRefused } from '#app/features/roster/refusals.ts'
import { later, minutes } from '#app/platform/clock.ts'
import type { Services } from '#app/platform/services.ts'
import { estimateMinutes } from './visit-times.ts'

/**
 * Shows on the customer's page when the engineer on the way expects to arrive: a number of minutes from the time of the estimate. It
 * doesn't change the booking's version. Throws `StepRefused` unless they are on the way, and what `actByEngineer` throws.
 */
export async function estimateArrival(services: Services, { seen: _, ...act }: OwnAct, typed: string): Promise<void> {
  const chosen = estimateMinutes.find((each) => String(each) === typed)
  await actByEngineer(services, { ...act, kind: 'estimate' }, async (_tx, { booking, at }) => {
    if (!chosen) throw new StepRefused('Choose one of the times shown.')
    if (booking.status !== 'en_route') throw new StepRefused('Once you’re on your way, you can say how long you’ll be.')
    return { set: { expectedAt: later(at, minutes(chosen)) }, isUnseen: true, action: 'booking.estimate', detail: { minutes: chosen } }
  })
}
