import type { Selectable } from 'kysely'
import { isDispatched, isExpected, notAJobStatuses } from '#app/features/booking/lifecycle.ts'
import { type Instant, later, minutes, toInstant } from '#app/values/clock.ts'
import { redlineDispatchMinutes, refundWithinDays } from '#content/fees.ts'
import { poundsText } from '#content/money.ts'
import { contactMinutes, technicianCallMinutes } from '#content/stated.ts'
import type { BookingsTable } from '#db/tables/booking.ts'
import type { CreditsTable } from '#db/tables/visit.ts'
import { type Changeable, windowEndOf } from './late-arrival.ts'

/*
 * Our promises by the clock, and when each is missed. Sources: the terms, 'booking' (we contact you within 15 minutes), 'red-line'
 * (dispatched, that is on the way, within 15 minutes of the payment or of the booking by phone) and 'when-we-come' (the arrival window);
 * for Red Line's call the page after the payment (a technician calls within 5 minutes).
 */

/** 'call': we call the customer; 'dispatch': an engineer is on the way; 'window': they have arrived. */
export type PromiseName = CreditsTable['promise']

/** The fields of a booking that decide whether its customer still waits for the call that we promise. */
export interface CallFacts
  extends Pick<
    Selectable<BookingsTable>,
    'status' | 'serviceLevel' | 'channel' | 'createdAt' | 'calledAt' | 'callSettledAt' | 'dangers' | 'vulnerableOccupant'
  > {
  /** The time the Red Line fee was paid; null: it was not paid online. */
  paidAt: Instant | null
}

/**
 * Someone may be hurt before an engineer arrives, so a person must speak to them: a call that no one answered isn't enough, and none may be
 * left out.
 */
export const mustBeSpokenTo = ({ dangers, vulnerableOccupant }: Pick<CallFacts, 'dangers' | 'vulnerableOccupant'>): boolean =>
  dangers !== '' || vulnerableOccupant === 1

/**
 * Returns the call that a booking's customer still waits for; undefined if there is none. Only a call settles it: not accepting, assigning
 * or moving the booking. Callers have been spoken to, and an engineer at the door is better than a call. `isTried`: someone called in vain.
 */
export function promisedCall(facts: CallFacts): { dueAt: Instant; isTried: boolean } | undefined {
  const { status, serviceLevel, channel, createdAt, paidAt, calledAt, callSettledAt } = facts
  if (channel === 'phone' || callSettledAt !== null || !isExpected(status)) return undefined
  if (calledAt !== null && !mustBeSpokenTo(facts)) return undefined
  const dueAt =
    serviceLevel === 'standard' ? later(createdAt, minutes(contactMinutes)) : paidAt && later(paidAt, minutes(technicianCallMinutes))
  return dueAt === null ? undefined : { dueAt, isTried: calledAt !== null }
}

/**
 * The fields of a booking that decide its promises. Each instant is the first of its kind, the arrival the first since its window was
 * agreed; null: not yet.
 */
export interface PromiseFacts
  extends Pick<Changeable, 'status' | 'serviceLevel' | 'promisedUntil' | 'lateAfter' | 'createdAt'>,
    CallFacts,
    Pick<Selectable<BookingsTable>, 'visitAgreedAt'>,
    Partial<Pick<Selectable<BookingsTable>, 'toAgree'>> {
  setOutAt: Instant | null
  arrivedAt: Instant | null
}

export interface MissedPromise {
  promise: PromiseName
  /** The end of the promised time. */
  missedAt: Instant
}

/** Returns true if a promise was missed on the present visit, not on an earlier one of the same booking. */
export const isOfThisVisit =
  ({ visitAgreedAt }: Pick<PromiseFacts, 'visitAgreedAt'>) =>
  ({ missedAt }: Pick<MissedPromise, 'missedAt'>): boolean =>
    visitAgreedAt === null || missedAt > visitAgreedAt

/** The deadline for Red Line's dispatch. `since`: when it was paid, or booked by phone. */
export const dispatchDueAt = (since: Instant): Instant => later(since, minutes(redlineDispatchMinutes))

/**
 * The promises of a booking that are missed at `now`, oldest first. An event at the exact end keeps the promise. Nothing is promised before
 * the Red Line fee is paid, or after cancelling.
 */
export function missedPromises(facts: PromiseFacts, now: Date): MissedPromise[] {
  if (notAJobStatuses.includes(facts.status)) return []
  const missed = [missedCall(facts, now), missedDispatch(facts, now), missedWindow(facts, now)]
  return missed.filter((each) => each !== undefined).toSorted((a, b) => (a.missedAt < b.missedAt ? -1 : 1))
}

/** No one has called yet. A late call leaves nothing to say or to pay. */
function missedCall(facts: PromiseFacts, now: Date): MissedPromise | undefined {
  const call = promisedCall(facts)
  return call && !call.isTried && toInstant(now) > call.dueAt ? { promise: 'call', missedAt: call.dueAt } : undefined
}

function missedDispatch({ serviceLevel, channel, createdAt, paidAt, setOutAt, status }: PromiseFacts, now: Date) {
  const since = channel === 'phone' ? createdAt : paidAt
  if (serviceLevel !== 'redline' || since === null) return undefined
  const missedAt = dispatchDueAt(since)
  return isAfter({ at: setOutAt, isDone: isDispatched(status) }, missedAt, now) ? { promise: 'dispatch' as const, missedAt } : undefined
}

function missedWindow(facts: PromiseFacts, now: Date): MissedPromise | undefined {
  const { arrivedAt, status, toAgree } = facts
  // Its window was never promised.
  if (toAgree === 1) return undefined
  const missedAt = windowEndOf(facts)
  if (missedAt === undefined) return undefined
  return isAfter({ at: arrivedAt, isDone: !isExpected(status) }, missedAt, now) ? { promise: 'window', missedAt } : undefined
}

/** Returns true if something happened after an instant, or is overdue. If it is done but has no record, returns false. */
const isAfter = ({ at, isDone }: { at: Instant | null; isDone: boolean }, due: Instant, now: Date): boolean =>
  at === null ? !isDone && toInstant(now) > due : at > due

/** The missed promise in words, for staff and reports. */
export const missedText = ({ serviceLevel, channel }: Pick<PromiseFacts, 'serviceLevel' | 'channel'>, promise: PromiseName): string => {
  if (promise === 'window') return 'We didn’t arrive within the window'
  if (promise === 'dispatch')
    return `No engineer set off within ${redlineDispatchMinutes} minutes of the ${channel === 'phone' ? 'booking' : 'payment'}`
  return serviceLevel === 'redline'
    ? `No one called within ${technicianCallMinutes} minutes of the payment`
    : `No one called within ${contactMinutes} minutes of the booking`
}

/** The credit for a missed window on a free return visit, which has no bill to take it off. */
export const lateFreeText = (credit: string): string =>
  `We owe you ${credit} for that. It comes off any other work that you agree to on this visit, or we’ll refund it within ${refundWithinDays} days. You don’t need to do anything.`

/** Returns the customer's compensation in words for staff; '' if it is only an apology. */
export const owedText = ({ creditPence, feeRefundPence }: { creditPence: number; feeRefundPence: number }): string =>
  [
    creditPence > 0 && `${poundsText(creditPence)} comes off the bill.`,
    feeRefundPence > 0 && `${poundsText(feeRefundPence)} of the fee is refunded.`,
  ]
    .filter((each) => each !== false)
    .join(' ')
