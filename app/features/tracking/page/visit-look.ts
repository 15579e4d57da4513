import { statusFacts } from '#app/features/booking/lifecycle.ts'
import type { Missed } from '#app/features/capacity/read-credits.server.ts'
import type { BookingStatus } from '#app/values/booking-status.ts'

/** The look of a booking's page: its most important fact for the customer. */
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
 * The look of a booking's page, by status and missed promises. It is late while a missed promise is still awaited: the call until the
 * booking is accepted, the dispatch until the engineer is on the way, the window until the engineer arrives.
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
