import type { Transaction } from 'kysely'
import { actByStaff, type Change, type LockedBooking, type StaffAct } from '#app/features/booking/act-on-booking.server.ts'
import { steps } from '#app/features/booking/lifecycle.ts'
import type { Booking } from '#app/features/booking/read-booking.server.ts'
import { type Question, StepRefused } from '#app/features/booking/refusals.ts'
import { lateAfterNewPromise } from '#app/features/capacity/late-arrival.ts'
import { writeMissed } from '#app/features/capacity/record-missed-promises.server.ts'
import { requireEngineer } from '#app/features/capacity/require-engineer.server.ts'
import { type FrozenTerms, mostPence, termsMovedTo } from '#app/features/pricing/frozen-terms.ts'
import { actByEngineer, type OwnAct } from '#app/features/visit/act-by-engineer.server.ts'
import { anotherTime } from '#app/features/visit/another-time.ts'
import { InvalidEntry } from '#app/platform/errors.ts'
import { readWindow } from '#app/platform/fields-of-window.ts'
import type { Services } from '#app/platform/services.ts'
import { windowInFull } from '#app/platform/spoken-moment.ts'
import { days, hours, type Instant, later, toInstant } from '#app/values/clock.ts'
import { poundsText } from '#content/money.ts'
import type { Tables } from '#db/tables.ts'
import { accepted, onceTrusted } from './accept-booking.server.ts'
import { requireStep } from './steps/require-step.server.ts'
import { takeWindow } from './steps/take-window.server.ts'

export interface PromiseWindow extends StaffAct {
  from: Instant
  until: Instant
  /** The customer asked for a later visit: then the new window counts, and nothing is owed for the old one (terms, when-we-come). */
  askedByCustomer?: boolean
  /** The engineer to give the job to with the new window. Absent: the engineer stays the same. */
  engineerId?: string
  /** Questions about this window that were confirmed (`AnswerNeeded`). */
  confirmed?: string
}

/** A window is a time to stay at home for. */
const longestMs = hours(12)
const furthestMs = days(366)

/**
 * Promises the customer another arrival window, and emails them. A move by us leaves the price cap; one that they asked for has the cap of
 * its hour, and a higher one must be confirmed. What we owe for a window that we moved or missed stays owed. A window that no one can keep
 * must be confirmed, and the history says so. With another engineer, the move and the assignment are one act. Throws `AnswerNeeded`,
 * `InvalidEntry` with the problem of the window, `BookingOvertaken`, `StepRefused`, `EntryNotFound` or `BookingNotFound`.
 */
export async function promiseWindow(
  services: Services,
  { from, until, askedByCustomer = false, engineerId, confirmed, ...act }: PromiseWindow,
): Promise<void> {
  await actByStaff(
    services,
    { ...act, act: 'promise', wish: [from, until, askedByCustomer, ...(engineerId ? [engineerId] : [])] },
    async (tx, { booking, now }) => {
      requireStep('promise', booking)
      const window = requireWindow({ from, until }, now)
      if (!booking.toAgree && window.promisedFrom === booking.promisedFrom && window.promisedUntil === booking.promisedUntil)
        throw new StepRefused('They already have that arrival window.')
      const isGiven = engineerId !== undefined && engineerId !== booking.engineerId
      if (isGiven) requireStep('assign', booking)
      const engineer = isGiven ? await requireEngineer(tx, engineerId, booking) : undefined
      const given = isGiven ? { engineerId, status: steps.assign.to, ...accepted(booking, toInstant(now)) } : {}
      const { terms, warnings } = askedByCustomer ? termsAt(booking, window.promisedFrom) : { terms: {}, warnings: [] }
      const doubt = await takeWindow(tx, { ...booking, ...given, ...window }, now, confirmed, warnings)
      return {
        // A window that was still to be agreed was never promised.
        set: {
          ...{ ...window, ...given, ...terms, toAgree: 0 },
          lateAfter: booking.toAgree ? booking.lateAfter : lateAfterNewPromise(booking, now, askedByCustomer),
        },
        isRevised: true,
        text: `changed the arrival window: ${windowInFull(window.promisedFrom, window.promisedUntil)}${engineer ? `, and gave the job to ${engineer.name}` : ''}${doubt}`,
        event: { kind: 'rescheduled', note: movedText(booking, window) },
        ...(isGiven && { detail: { engineer: engineerId } }),
        // Possible spam that gets an engineer is genuine: the webhook that has waited is sent.
        announces: [...(isGiven ? onceTrusted(booking) : []), 'promised'],
      }
    },
  )
}

/**
 * Returns the terms once a customer has asked for another time, as if they had moved it themselves; a higher price must be agreed first.
 */
function termsAt({ frozenTerms }: Booking, promisedFrom: Instant): { terms: Partial<Pick<Booking, 'frozenTerms'>>; warnings: Question[] } {
  const before = JSON.parse(frozenTerms) as FrozenTerms
  const after = termsMovedTo(before, promisedFrom)
  if (after === before) return { terms: {}, warnings: [] }
  const [was, is] = [mostPence(before), mostPence(after)]
  return {
    terms: { frozenTerms: JSON.stringify(after) },
    warnings:
      is > was
        ? [
            {
              code: `dearer:${is}`,
              text: `The most they’ll pay at that time is ${poundsText(is)}, instead of ${poundsText(was)}: they have to agree.`,
            },
          ]
        : [],
  }
}

interface AnotherTime extends Pick<PromiseWindow, 'from' | 'until' | 'confirmed'> {
  /** The time of the agreement, which may be reported later. */
  at: Instant
}

/**
 * Returns the change to a locked booking when its engineer leaves a door that no one opened, without a fee: they visit again in a window
 * that the customer is told of, which is a separate promise. The caller has checked that the job is theirs. If the window can't be kept,
 * the engineer is asked once. Throws `AnswerNeeded`, `InvalidEntry` or `StepRefused`.
 */
async function anotherTimeChange(
  services: Services,
  tx: Transaction<Tables>,
  locked: LockedBooking,
  { from, until, confirmed, at }: AnotherTime,
): Promise<Change & { text: string }> {
  const { booking, now } = locked
  requireStep('another_time', booking, 'engineer')
  const window = requireWindow({ from, until }, now)
  const { to, engineer } = steps.another_time
  const doubt = await takeWindow(tx, { ...booking, status: to, ...window }, now, confirmed)
  const { announces } = await writeMissed(services, tx, locked)
  return {
    set: {
      ...{ status: to, ...window, toAgree: 0, lateAfter: null, visitAgreedAt: endOfVisit(booking, at, now) },
      // The customer agreed to it.
      callSettledAt: booking.callSettledAt ?? at,
    },
    at,
    isRevised: true,
    text: `${engineer.past}: ${windowInFull(window.promisedFrom, window.promisedUntil)}${doubt}`,
    event: { kind: 'rescheduled', note: movedText(booking, window) },
    announces: ['another_time', ...announces],
  }
}

/** Events until then belong to the visit that is left: also the end of its window, if it was found missed before this was reported. */
const endOfVisit = ({ promisedUntil }: Pick<Booking, 'promisedUntil'>, at: Instant, now: Date): Instant =>
  promisedUntil > at && promisedUntil <= toInstant(now) ? promisedUntil : at

type Window = Pick<Booking, 'promisedFrom' | 'promisedUntil'>

/** Returns the customer's text about a window that we moved. */
export const movedText = (from: Window, to: Window): string =>
  `From ${windowInFull(from.promisedFrom, from.promisedUntil)}, to ${windowInFull(to.promisedFrom, to.promisedUntil)}`

/** Returns a window as a booking has it. Throws `InvalidEntry` if it can't be promised. */
export function requireWindow({ from, until }: { from: Instant; until: Instant }, now: Date): Window {
  const problems = windowProblems(from, until, now)
  if (problems) throw new InvalidEntry(problems)
  return { promisedFrom: toInstant(new Date(from)), promisedUntil: toInstant(new Date(until)) }
}

function windowProblems(from: Instant, until: Instant, now: Date): Record<string, string> | undefined {
  const [begins, ends] = [Date.parse(from), Date.parse(until)]
  if (Number.isNaN(begins)) return { from: 'Enter when the window starts' }
  if (Number.isNaN(ends)) return { until: 'Enter when the window ends' }
  if (ends <= begins) return { until: 'The window must end after it starts' }
  if (ends <= now.getTime()) return { until: 'That window has already passed. Choose a later one' }
  if (ends - begins > longestMs) return { until: 'A window can be up to 12 hours long' }
  return toInstant(new Date(begins)) > later(now, furthestMs) ? { from: 'Choose a window within the next year' } : undefined
}

/**
 * Agrees another time for a job of an engineer's own whose door no one opens: the fields of `readWindow`, and the answered question as
 * `confirmed`. Throws what `anotherTimeChange` and `actByEngineer` throw.
 */
export async function agreeAnotherTime(services: Services, act: OwnAct, field: (name: string) => string): Promise<void> {
  const window = readWindow(field)
  if ('problems' in window) throw new InvalidEntry(window.problems)
  const press = { act: 'promise' as const, wish: [anotherTime, window.from, window.until] }
  await actByEngineer(services, { ...act, kind: anotherTime, press }, (tx, { at, ...locked }) =>
    anotherTimeChange(services, tx, locked, { ...window, confirmed: field('confirmed'), at }),
  )
}
