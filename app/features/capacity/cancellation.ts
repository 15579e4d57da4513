import type { Selectable } from 'kysely'
import { hasEnded, isDispatched, statusFacts, stepFacts, underWayStatuses } from '#app/features/booking/lifecycle.ts'
import type { PaidFee } from '#app/features/payments/paid-fee.server.ts'
import { frozenBilling } from '#app/features/pricing/frozen-billing.ts'
import { type FrozenTerms, mostPence } from '#app/features/pricing/frozen-terms.ts'
import { londonDay } from '#app/platform/london.ts'
import { type Instant, toInstant } from '#app/values/clock.ts'
import { redlineDispatchMinutes, refundWithinDays } from '#content/fees.ts'
import { poundsText } from '#content/money.ts'
import type { BookingEventsTable, BookingsTable } from '#db/tables/booking.ts'
import { type Contract, cancellationRight, lastCancellationDay } from './cancellation-right.ts'
import { type Changeable, lateAfterOf } from './late-arrival.ts'
import { dispatchDueAt } from './missed-promises.ts'

type StatusChange = Pick<Selectable<BookingEventsTable>, 'at' | 'fromStatus' | 'toStatus'>

/** The cost of cancelling now, in pence. */
interface Cancellation {
  /** The most that may be charged because the engineer has set off; 0 if it is free. */
  chargePence: number
  /** The refund of the paid Red Line fee. */
  refundPence: number
  /** The part of the Red Line fee that stays due, since we dispatched in time. */
  keptFeePence: number
  /** The Red Line slot becomes free: no one had been sent for it. */
  freesSlot: boolean
}

/**
 * The cost of cancelling a booking at `now`, by the terms and the prices frozen with it; or why the customer can't cancel online. Free
 * until the engineer sets off, and after that when the window has passed, or within 14 days of the contract where the visit was booked for
 * a later slot. `events`: the booking's history. `fee`: the Red Line fee, where it has been paid.
 */
export function cancellationOf(
  booking: Contracted,
  events: readonly StatusChange[],
  now: Date,
  fee?: PaidFee,
): Cancellation | { refused: string } {
  const { over } = statusFacts(booking.status)
  if (over) return { refused: over }
  const refused = stepFacts('cancel').customer?.refused?.[booking.status]
  if (refused) return { refused }
  const hasSetOut = isDispatched(booking.status)
  const isFree = !hasSetOut || toInstant(now) > lateAfterOf(booking) || cancellationRight(visitContract(booking, events), now).may
  return {
    chargePence: isFree ? 0 : frozenBilling(booking).noAccessPence,
    ...feeAfterCancelling(booking, events, fee),
    freesSlot: !hasSetOut,
  }
}

/**
 * The cost when we cancel: nothing is charged, and payments are refunded, unless the engineer has arrived (terms, changing-or-cancelling).
 */
export function cancellationByUs(booking: Changeable, events: readonly StatusChange[], fee?: PaidFee): Cancellation {
  const hasCome = statusFacts(booking.status).stage === 'on_site'
  const fees = hasCome ? feeAfterCancelling(booking, events, fee) : { refundPence: fee?.leftPence ?? 0, keptFeePence: 0 }
  return { chargePence: 0, ...fees, freesSlot: !isDispatched(booking.status) }
}

/** A booking, with what decides its customer's right to cancel. The confirmation by email has the information on it. */
type Contracted = Changeable & Pick<Selectable<BookingsTable>, 'email' | 'forBusiness' | 'startAskedAt'>

/** The contract of a visit, made when we accepted it. One booked for a later slot isn't urgent. */
export const visitContract = (booking: Contracted, events: readonly StatusChange[]): Contract => ({
  madeAt: events.find(({ toStatus }) => underWayStatuses.includes(toStatus))?.at,
  isUrgent: booking.slotStartsAt === null,
  isBusiness: booking.forBusiness === 1,
  isInformed: booking.email !== '',
  isStartAsked: booking.startAskedAt !== null,
  progress: booking.status === 'arrived' ? 'begun' : booking.status === 'completed' ? 'done' : 'not_begun',
  pricePence: booking.startAskedAt === null ? 0 : mostPence(JSON.parse(booking.frozenTerms) as FrozenTerms),
})

/**
 * Returns true if its customer may still ask us expressly to start within the period in which they can cancel: before the end of a visit
 * that falls into it.
 */
export function mayAskToStart(
  booking: Contracted & Pick<Selectable<BookingsTable>, 'returnOf' | 'erasedAt'>,
  events: readonly StatusChange[],
  now: Date,
): boolean {
  if (booking.startAskedAt !== null || booking.returnOf !== null || booking.erasedAt !== null || hasEnded(booking.status)) return false
  const right = cancellationRight(visitContract(booking, events), now)
  return right.may && londonDay(booking.promisedFrom) <= (right.until ?? lastCancellationDay(now))
}

/** Returns true if we dispatched within Red Line's minutes of `since`; undefined until someone is sent. */
export function dispatchedInTime(events: readonly Pick<StatusChange, 'at' | 'toStatus'>[], since: Instant): boolean | undefined {
  const dispatched = events.find(({ toStatus }) => isDispatched(toStatus))
  return dispatched && dispatched.at <= dispatchDueAt(since)
}

/** The whole Red Line fee is refunded unless we dispatched within its minutes of the payment, or of the booking by phone. */
function feeAfterCancelling({ priorityFeePence, createdAt }: Changeable, events: readonly StatusChange[], fee: PaidFee | undefined) {
  const isEarned = dispatchedInTime(events, fee?.paidAt ?? createdAt) === true
  return { refundPence: isEarned ? 0 : (fee?.leftPence ?? 0), keptFeePence: isEarned ? (fee?.leftPence ?? priorityFeePence) : 0 }
}

/** The cost of cancelling in words: shown before, emailed after, and kept in the booking's history. */
export function cancellationText({ chargePence, refundPence, keptFeePence }: Omit<Cancellation, 'freesSlot'>): string {
  return [
    chargePence > 0 ? `Your engineer has set off, so we’ll charge up to ${poundsText(chargePence)}.` : 'Cancelling is free.',
    refundPence > 0
      ? `The priority fee of ${poundsText(refundPence)} will be refunded to the card or account you paid from, within ${refundWithinDays} days.`
      : '',
    keptFeePence > 0
      ? `The priority fee of ${poundsText(keptFeePence)} still applies, because we dispatched an engineer within ${redlineDispatchMinutes} minutes.`
      : '',
  ]
    .filter((text) => text)
    .join(' ')
}

/** The cost when we cancel, in words for the customer. */
export function cancellationByUsText({ refundPence, keptFeePence }: Omit<Cancellation, 'freesSlot'>): string {
  if (keptFeePence === 0 && refundPence === 0) return 'You don’t owe anything.'
  const money = cancellationText({ chargePence: 0, refundPence, keptFeePence }).replace('Cancelling is free. ', '')
  return keptFeePence > 0 ? money : `You don’t owe anything. ${money}`
}
