import { type BookingStatus, statusFacts } from '#app/features/booking/lifecycle.ts'
import type { Missed } from '#app/features/promises/read-credits.server.ts'

/** How the page of a booking looks: what the customer needs to see first. */
export type VisitLook = 'waiting' | 'late' | 'on_the_way' | 'at_the_door' | 'done' | 'no_access' | 'off'

const lookAt = {
  unpaid: 'waiting',
  waiting: 'waiting',
  accepted: 'waiting',
  on_the_way: 'on_the_way',
  on_site: 'at_the_door',
  called_off: 'off',
} as const

/**
 * How the page of a booking looks, by its status and by the promises that were missed. It is late while what was promised is still
 * awaited: a missed call until we have taken the booking on, a missed dispatch until the engineer is on the way, a missed window until the
 * engineer is there.
 */
export function visitLookOf(status: BookingStatus, missed: readonly Pick<Missed, 'promise'>[]): VisitLook {
  const { stage } = statusFacts(status)
  if (stage === 'visited') return status === 'completed' ? 'done' : 'no_access'
  const isLate = missed.some(({ promise }) => awaitedAt[promise].includes(stage))
  return isLate ? 'late' : lookAt[stage]
}

const awaitedAt: Record<Missed['promise'], readonly string[]> = {
  call: ['waiting'],
  dispatch: ['waiting', 'accepted'],
  window: ['waiting', 'accepted', 'on_the_way'],
}
