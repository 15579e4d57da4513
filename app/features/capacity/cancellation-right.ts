import { londonDay } from '#app/platform/london.ts'
import type { Instant } from '#app/values/clock.ts'
import { addDays, addMonths, type LondonDay } from '#app/values/day.ts'
import { cancellationRightDays, refundWithinDays } from '#content/fees.ts'

/** A contract with a customer, made online, by phone or at their door, as far as the right to cancel depends on it. */
export interface Contract {
  /** The time we accepted the visit, or they agreed to the work; undefined: not yet. */
  madeAt: Instant | undefined
  /** An urgent repair that they asked us to visit for: as soon as possible, by Red Line, or extra work that is part of it. */
  isUrgent: boolean
  /** The customer booked for a business. */
  isBusiness: boolean
  /** We gave them the information on the right and the form, by email. */
  isInformed: boolean
  /** The customer expressly asked us to start within the period, knowing that the right ends once all is done. */
  isStartAsked: boolean
  /** Our progress with the work. */
  progress: 'not_begun' | 'begun' | 'done'
  /** The most that it costs. */
  pricePence: number
}

export type CancellationRight =
  /** `until`: the day it ended, if it did. */
  | { may: false; why: 'business' | 'urgent' | 'done' | 'over'; until?: LondonDay }
  /** `until`: the last day; undefined before there is a contract. `mostPence`: the most they pay for the work done, in proportion. */
  | { may: true; until: LondonDay | undefined; mostPence: number }

/** The months that the right is longer if we didn't give the information on it. */
const uninformedMonths = 12

/** The last day of the right to cancel a contract made at an instant, if we gave the information on it (regulation 30). */
export const lastCancellationDay = (madeAt: Date | Instant): LondonDay => addDays(londonDay(madeAt), cancellationRightDays)

/** The last day to refund a customer who cancelled (regulation 34(5) and (6)). */
export const cancellationRefundDay = (cancelledAt: Date | Instant): LondonDay => addDays(londonDay(cancelledAt), refundWithinDays)

/**
 * The right to cancel a contract without a reason, at `now`, by the Consumer Contracts (Information, Cancellation and Additional Charges)
 * Regulations 2013:
 * - 27 and 4: private customers have it, for contracts made at a distance or at their door.
 * - 28(1)(e) and (2): not for urgent repairs that they asked us to visit for; but for other services agreed then.
 * - 30 and 31: until 14 days after the day of the contract; 12 months longer if we didn't inform them.
 * - 36(1), (4) and (6): they pay for what was done in proportion to the price, if they expressly asked for it and were informed; else
 *   nothing.
 * - 36(2): it ends once all is done that they asked for.
 */
export function cancellationRight(contract: Contract, now: Date): CancellationRight {
  const { madeAt, isUrgent, isBusiness, isInformed, isStartAsked, progress, pricePence } = contract
  if (isBusiness) return { may: false, why: 'business' }
  if (isUrgent) return { may: false, why: 'urgent' }
  if (madeAt === undefined) return { may: true, until: undefined, mostPence: 0 }
  if (progress === 'done' && isStartAsked) return { may: false, why: 'done' }
  const until = isInformed ? lastCancellationDay(madeAt) : addMonths(lastCancellationDay(madeAt), uninformedMonths)
  if (londonDay(now) > until) return { may: false, why: 'over', until }
  return { may: true, until, mostPence: progress === 'begun' && isStartAsked && isInformed ? pricePence : 0 }
}
