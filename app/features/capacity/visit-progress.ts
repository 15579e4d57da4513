import { isDispatched, type statuses } from '#app/features/booking/lifecycle.ts'
import type { BookingEvent } from '#app/features/booking/read-booking.server.ts'
import type { ProgressStep } from '#app/features/payments/payment-view.ts'
import type { BookingStatus } from '#app/values/booking-status.ts'
import type { Instant } from '#app/values/clock.ts'
import type { BookingsTable } from '#db/tables/booking.ts'
import type { PromiseName } from './missed-promises.ts'

type StepId = ProgressStep['id']

/** The step of a visit by its booking's status. */
const stepAt = {
  awaiting_payment: 'paid',
  received: 'engineer',
  confirmed: 'engineer',
  assigned: 'engineer',
  en_route: 'on_the_way',
  arrived: 'arrived',
  completed: 'done',
  no_access: 'no_access',
  cancelled: 'cancelled',
  expired: 'expired',
} as const satisfies Record<keyof typeof statuses, StepId>

/** The status that begins a step. */
const begunBy = { engineer: 'assigned', on_the_way: 'en_route', arrived: 'arrived', done: 'completed' } as const

/** The steps after which a visit goes no further. */
const ends: ReadonlySet<StepId> = new Set(['no_access', 'cancelled', 'expired'])

/** The promise with the deadline of a step. */
const promiseOf: Partial<Record<StepId, PromiseName>> = { on_the_way: 'dispatch', arrived: 'window' }

interface Progress {
  /** The time the Red Line fee was paid, if it was. */
  paidAt?: Instant
  missed: readonly { promise: PromiseName }[]
}

/**
 * Returns a visit's progress, step by step, by recorded events only (`ProgressStep`). 'paid' is a step only for Red Line booked online. A
 * visit that was cancelled, not paid in time, or without access has the steps that happened, and that outcome last.
 */
export function progressOf(
  booking: Pick<BookingsTable, 'createdAt' | 'paymentDueAt'> & { status: BookingStatus },
  events: readonly Pick<BookingEvent, 'at' | 'kind' | 'toStatus'>[],
  { paidAt, missed }: Progress,
): ProgressStep[] {
  const { status, createdAt, paymentDueAt } = booking
  const ids: StepId[] = ['booked', ...(paymentDueAt ? (['paid'] as const) : []), 'engineer', 'on_the_way', 'arrived', 'done']
  const current = stepAt[status]
  const timeOf = (id: StepId): Instant | undefined => {
    if (id === 'booked') return createdAt
    if (id === 'paid') return paidAt
    const begun: BookingStatus = id in begunBy ? begunBy[id as keyof typeof begunBy] : status
    return events.findLast(({ kind, toStatus }) => kind !== 'rescheduled' && toStatus === begun)?.at
  }
  const stepOf = (id: StepId, state: ProgressStep['state']): ProgressStep => ({ id, state, ...(timeOf(id) && { at: timeOf(id) }) })
  if (ends.has(current)) return [...ids.filter((id) => hasHappened(id, status, timeOf(id))), current].map((id) => stepOf(id, 'done'))
  const place = ids.indexOf(current)
  return ids.map((id, index) => {
    // A booking that staff accepted unpaid is not paid.
    if (index < place) return id === 'paid' && !paidAt ? { id, state: 'to_come' } : stepOf(id, 'done')
    if (index === place) return nowAt(id, status, stepOf)
    return { id, state: missed.some(({ promise }) => promise === promiseOf[id]) ? 'missed' : 'to_come' }
  })
}

/** Its present step: over once the visit is done, and without a time while an engineer is being found. */
function nowAt(id: StepId, status: BookingStatus, stepOf: (id: StepId, state: ProgressStep['state']) => ProgressStep): ProgressStep {
  if (status === 'completed') return stepOf(id, 'done')
  return status === 'received' || status === 'confirmed' || status === 'awaiting_payment' ? { id, state: 'now' } : stepOf(id, 'now')
}

/** For a visit that goes no further: without access no arrival is recorded, though we were there. */
const hasHappened = (id: StepId, status: BookingStatus, at: Instant | undefined): boolean =>
  at !== undefined || (isDispatched(status) && id === 'arrived')
