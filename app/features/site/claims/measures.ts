import type { PromiseName } from '#app/features/capacity/missed-promises.ts'
import { type Instant, later, minutes } from '#app/values/clock.ts'
import type { MeasureId } from '#content/claims.ts'
import { redlineDispatchMinutes } from '#content/fees.ts'
import { contactMinutes, guaranteeMonths, nextVisitMinutes, responseMinutes, technicianCallMinutes } from '#content/stated.ts'

/** The measures of our claims: no database, no clock. `content/claims.ts` lists the claim of each measure. */

/** With fewer jobs, a share or an average is mostly chance. */
export const leastJobs = 30
/** The days of bookings that are measured. */
export const measuredDays = 90

/** A booking as it is measured: the times of its events, as far as they happened. */
export interface MeasuredJob {
  service: string
  serviceLevel: 'standard' | 'redline'
  /** Callers were spoken to before anything was booked, so no one had to call back. */
  isOnline: boolean
  /** As soon as possible, without a slot. */
  isAsap: boolean
  promisedUntil: Instant
  /** The time we could first act on it: stored, and with Red Line paid. */
  receivedAt: Instant
  /** The first call to the customer. */
  calledAt?: Instant
  /** Someone noted that the customer needs no call, so none is measured. */
  isCallNeedless: boolean
  enRouteAt?: Instant
  arrivedAt?: Instant
  /** The promises recorded as missed; false: a person withdrew the record, so the promise was kept. */
  missed?: Partial<Record<PromiseName, boolean>>
}

/** The jobs that could be judged, and the jobs that kept the claim, or their average. */
export type Tally = { jobs: number; kept: number } | { jobs: number; averageMinutes: number }

/** The measures of a year of return visits, which the database counts (`read-return-tallies.server.ts`). */
export type ReturnMeasure = 'firstVisitFix' | 'returns' | 'callBack'

/** An event with a deadline. */
interface Deadline {
  of: (job: MeasuredJob) => boolean
  /** The time it happened. */
  at: (job: MeasuredJob) => Instant | undefined
  due: (job: MeasuredJob) => Instant
  /** The promise whose row, if any, overrides these times: for a window that we moved, or a corrected arrival. */
  promise?: PromiseName
}

const minutesAfter = (count: number) => (job: MeasuredJob) => later(job.receivedAt, minutes(count))
const isStandard = (job: MeasuredJob) => job.serviceLevel === 'standard'
const isRedLine = (job: MeasuredJob) => job.serviceLevel === 'redline'
const isSoon = (job: MeasuredJob) => isStandard(job) && job.isAsap

const deadlines = {
  response: { of: isSoon, at: (job) => job.arrivedAt, due: minutesAfter(responseMinutes) },
  contact: {
    of: (job) => isStandard(job) && job.isOnline && !job.isCallNeedless,
    at: (job) => job.calledAt,
    due: minutesAfter(contactMinutes),
    promise: 'call',
  },
  redLineCall: {
    of: (job) => isRedLine(job) && job.isOnline && !job.isCallNeedless,
    at: (job) => job.calledAt,
    due: minutesAfter(technicianCallMinutes),
    promise: 'call',
  },
  window: { of: () => true, at: (job) => job.arrivedAt, due: (job) => job.promisedUntil, promise: 'window' },
  dispatch: { of: isRedLine, at: (job) => job.enRouteAt, due: minutesAfter(redlineDispatchMinutes), promise: 'dispatch' },
  redLineArrival: { of: isRedLine, at: (job) => job.arrivedAt, due: (job) => job.promisedUntil, promise: 'window' },
} satisfies Partial<Record<MeasureId, Deadline>>

/** Every measure over the jobs, oldest first, as it is at `now`. */
export function measure(jobs: readonly MeasuredJob[], now: Instant): Record<Exclude<MeasureId, ReturnMeasure>, Tally> {
  const soon = jobs.filter(isSoon)
  return {
    response: kept(deadlines.response, jobs, now),
    contact: kept(deadlines.contact, jobs, now),
    redLineCall: kept(deadlines.redLineCall, jobs, now),
    window: kept(deadlines.window, jobs, now),
    dispatch: kept(deadlines.dispatch, jobs, now),
    redLineArrival: kept(deadlines.redLineArrival, jobs, now),
    promise: { jobs: soon.length, kept: soon.filter((job) => job.promisedUntil <= minutesAfter(nextVisitMinutes)(job)).length },
    boiler: average(soon.filter(({ service }) => service === 'Boiler Breakdown')),
  }
}

/**
 * The jobs that are due, from the first with a record: one without a record counts as missed, so that missing records don't improve the
 * share.
 */
function kept({ of, at, due, promise }: Deadline, jobs: readonly MeasuredJob[], now: Instant): Tally {
  const ours = jobs.filter(of)
  const first = ours.findIndex(at)
  const judged = first < 0 ? [] : ours.slice(first).filter((job) => at(job) || due(job) < now)
  const isKept = (job: MeasuredJob) => {
    const isMissed = promise && job.missed?.[promise]
    return isMissed === undefined ? (at(job) ?? now) <= due(job) : !isMissed
  }
  return { jobs: judged.length, kept: judged.filter(isKept).length }
}

/** Minutes from booking to the door. */
function average(jobs: readonly MeasuredJob[]): Tally {
  const taken = jobs.flatMap(({ receivedAt, arrivedAt }) => (arrivedAt ? [Date.parse(arrivedAt) - Date.parse(receivedAt)] : []))
  const sum = taken.reduce((total, ms) => total + ms, 0)
  return { jobs: taken.length, averageMinutes: taken.length === 0 ? 0 : Math.ceil(sum / taken.length / minutes(1)) }
}

const records: Record<MeasureId, string> = {
  response: 'arrivals',
  boiler: 'arrivals',
  contact: 'calls',
  redLineCall: 'calls',
  window: 'arrivals',
  promise: 'bookings',
  dispatch: 'dispatches',
  redLineArrival: 'arrivals',
  firstVisitFix: 'finished jobs',
  returns: 'finished jobs',
  callBack: 'return visits',
}

/** The count in words, for claims whose rule doesn't give it. */
const counted: Partial<Record<MeasureId, string>> = {
  returns: ' finished jobs needed one for the same fault',
  callBack: ' return visits asked for as soon as possible arrived in time',
}

const ofReturns: readonly MeasureId[] = ['firstVisitFix', 'returns', 'callBack'] satisfies ReturnMeasure[]

/** Returns true if there are enough jobs for a figure. */
export const isMeasurable = ({ jobs }: Tally): boolean => jobs >= leastJobs

/** Returns the result of a measure in a sentence or two, or the words that there is none yet. */
export function tallyText(id: MeasureId, tally: Tally): string {
  const { jobs } = tally
  const period = ofReturns.includes(id) ? `${guaranteeMonths} months` : `${measuredDays} days`
  if (jobs === 0) return `No ${records[id]} have been recorded yet, so there’s nothing to measure.`
  if (!isMeasurable(tally)) return `Not enough ${records[id]} to measure: ${jobs} in ${period}.`
  if ('averageMinutes' in tally) return `${tally.averageMinutes} minutes on average, over ${jobs} ${records[id]} in ${period}.`
  // Never rounded in our favour: 99.9% is not all.
  const percent = (100 * tally.kept) / jobs
  return `${tally.kept} of ${jobs}${counted[id] ?? ''} in ${period}, ${id === 'returns' ? Math.ceil(percent) : Math.floor(percent)}%.`
}
