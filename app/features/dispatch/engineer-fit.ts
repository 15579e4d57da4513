import type { Question } from '#app/features/booking/refusals.ts'
import { driveMinutes, outcodeOf } from '#app/features/capacity/drive-minutes.ts'
import { jobMinutes } from '#app/features/capacity/job-minutes.ts'
import { lostTo } from '#app/features/capacity/lost-visits.ts'
import type { Diary } from '#app/features/capacity/read-visit-plan.server.ts'
import type { WorkingHours } from '#app/features/capacity/read-working-hours.server.ts'
import { restMs, type Visit, type VisitPlan } from '#app/features/capacity/visit-plan.ts'
import { londonDay, momentText, spokenTimeAt } from '#app/platform/london.ts'
import { windowSeen } from '#app/platform/spoken-moment.ts'
import type { BookingStatus } from '#app/values/booking-status.ts'
import { type Instant, later, minutes, toInstant } from '#app/values/clock.ts'

/* Checks if an engineer can do a job, and the reasons against it: no database, no clock. */

/** A job and the time it takes. */
export interface PlannedJob {
  id: string
  reference: string
  status: BookingStatus
  service: string
  postcode: string
  serviceLevel: 'standard' | 'redline'
  promisedFrom: Instant
  promisedUntil: Instant
  /** Since when the engineer has been there; absent: not there, or not known. */
  arrivedAt?: Instant | null
}

interface Fit {
  /** Reasons against it, each to follow the engineer's name: 'is off shift then'. Empty if there are none. */
  doubts: Question[]
  /** 'on until 18:00', 'free now', '12 min from E2', 'then E8 at 16:00'. */
  facts: string[]
  /** The earliest arrival, and the minutes of driving before it. */
  thereAt: Instant
  driveMinutes: number
}

interface EngineerDay {
  jobs: readonly PlannedJob[]
  /**
   * The outward code that they drive from if no job comes before: of their last visit, or of their starting point; undefined if unknown.
   */
  startsFrom?: string
  hours: readonly Pick<WorkingHours, 'startsAt' | 'endsAt'>[]
  /** True if working hours are planned at all: if they never were, no one is off shift. */
  isPlanned: boolean
}

/** Judges an engineer with these hours and jobs for a job at `now`: doubts, the earliest arrival, and facts. */
export function fitOf(job: PlannedJob, { jobs, hours, isPlanned, startsFrom }: EngineerDay, now: Date): Fit {
  const at = toInstant(now)
  const [from, until] = [latest(job.promisedFrom, at), latest(job.promisedUntil, at)]
  const others = jobs.filter(({ id }) => id !== job.id).toSorted((a, b) => (a.promisedFrom < b.promisedFrom ? -1 : 1))
  const before = others.filter((other) => isUnderWay(other) || other.promisedFrom <= from)
  const last = before.toSorted((a, b) => (endOf(a, at) < endOf(b, at) ? 1 : -1))[0]
  const next = others.find((other) => !before.includes(other))
  const freeAt = last ? endOf(last, at) : at
  const shift = hours.find(({ startsAt, endsAt }) => startsAt <= until && endsAt > from)
  // A shift that begins after the last job begins at their starting point.
  const isFromJob = last !== undefined && (shift === undefined || shift.startsAt < freeAt)
  const origin = isFromJob ? outcodeOf(last.postcode) : startsFrom
  const setsOffAt = latest(freeAt, shift?.startsAt ?? at)
  const drive = driveMinutes(origin, outcodeOf(job.postcode), new Date(setsOffAt))
  const presence = isPlanned
    ? [
        shift
          ? `${shift.startsAt <= at ? 'on' : `from ${shortMoment(shift.startsAt, now)}`} until ${spokenTimeAt(shift.endsAt)}`
          : 'off shift then',
      ]
    : []
  return {
    doubts: [
      ...(isPlanned && !shift ? [{ code: 'off-shift', text: 'is off shift then' }] : []),
      ...others.flatMap((other) => doubtAbout(job, other, at) ?? []),
    ],
    facts: [
      ...presence,
      freeAt <= at ? 'free now' : `free ${shortMoment(freeAt, now)}`,
      `${drive} min drive from ${origin ?? (isFromJob ? 'their last job' : 'an unknown start')}`,
      ...(next ? [`then ${outcodeOf(next.postcode) ?? next.reference} ${atMoment(next.promisedFrom, now)}`] : []),
    ],
    thereAt: later(setsOffAt, minutes(drive)),
    driveMinutes: drive,
  }
}

/** A conflict with another job of the engineer; undefined if both can be kept. */
function doubtAbout(job: PlannedJob, other: PlannedJob, at: Instant): Question | undefined {
  if (other.serviceLevel === 'redline' && job.serviceLevel === 'redline' && other.status !== 'arrived')
    return { code: `red-line:${other.id}`, text: `has another Red Line to get to (${other.reference})` }
  const canFollow = (first: PlannedJob, second: PlannedJob) =>
    later(endOf(first, at), minutes(driveMinutes(outcodeOf(first.postcode), outcodeOf(second.postcode), new Date(endOf(first, at))))) <=
    latest(second.promisedUntil, at)
  if (canFollow(other, job) || (!isUnderWay(other) && canFollow(job, other))) return undefined
  const hours = `${spokenTimeAt(other.promisedFrom)} to ${spokenTimeAt(other.promisedUntil)}`
  return { code: `both:${other.id}:${other.promisedFrom}`, text: `can’t make both this and ${other.reference} (${hours})` }
}

const isUnderWay = ({ status }: PlannedJob) => status === 'en_route' || status === 'arrived'

/** The end of a job that begins as early as possible; one that has run over takes a little longer still. */
const endOf = ({ promisedFrom, service, status, arrivedAt }: PlannedJob, at: Instant): Instant =>
  status === 'arrived' && arrivedAt
    ? latest(later(arrivedAt, minutes(jobMinutes(service))), later(at, restMs))
    : later(latest(promisedFrom, at), minutes(jobMinutes(service)))

const latest = (a: Instant, b: Instant): Instant => (a > b ? a : b)

/** 'at 6pm', or 'on Sat 21 Nov, 6am' on another day. */
const atMoment = (at: Instant, now: Date) => `${londonDay(at) === londonDay(now) ? 'at' : 'on'} ${shortMoment(at, now)}`

const shortMoment = (at: Instant, now: Date) => (londonDay(at) === londonDay(now) ? spokenTimeAt(at) : momentText(at))

/**
 * The windows that are kept until a visit is changed as given, each text to follow the engineer's name: 'is the only one who can make
 * BK-7Q2M9XKD (today, 2pm to 4pm)' of a booking without an engineer, 'would be late for BK-7Q2M9XKD (…)' or 'would be late for this (…)' of
 * their own. `plan`: of the diary, if it has been made.
 */
export const windowsAtStake = (diary: Diary, visit: Visit, plan?: VisitPlan): Question[] =>
  lostTo(diary, visit, plan).map((lost) =>
    lost.assignedTo === undefined
      ? { code: `only-free:${lost.bookingId}`, text: `is the only one who can make ${bookingText(diary, lost)}` }
      : {
          code: `late:${lost.bookingId}:${lost.until}`,
          text: `would be late for ${lost.bookingId === visit.bookingId ? `this (${windowText(diary, lost)})` : bookingText(diary, lost)}`,
        },
  )

/** 'BK-7Q2M9XKD (today, 2pm to 4pm)'. */
const bookingText = (diary: Diary, visit: Visit): string =>
  `${diary.references.get(visit.bookingId) ?? 'a booking'} (${windowText(diary, visit)})`

const windowText = ({ now }: Diary, { from, until }: Visit): string =>
  windowSeen(toInstant(new Date(from)), toInstant(new Date(until)), new Date(now))
