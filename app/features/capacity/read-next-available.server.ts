import type { Kysely } from 'kysely'
import { spokenTimeAt } from '#app/platform/london.ts'
import { readNextFree, readOnlineLimit } from '#app/platform/online-pause.ts'
import { hours, later, minutes, toInstant } from '#app/values/clock.ts'
import type { ArrivalWindows } from '#content/slot-hours.ts'
import type { Tables } from '#db/tables.ts'
import { asapWindow, nextAvailableMinutes, redlineWindow } from './arrival-window.ts'
import type { NextArrival } from './next-arrival.ts'
import { anyJob, type Job, readVisitPlan, visitOf } from './read-visit-plan.server.ts'
import { slotsLeft } from './redline-slots.ts'
import { readSlotsPerDay, readSlotsTaken } from './slots-left.server.ts'
import { SlotsSoldOut } from './slots-sold-out.ts'
import { canPromise } from './take-place.server.ts'
import { firstWindow, stepUp, type VisitPlan } from './visit-plan.ts'

/** The furthest time that counts as 'as soon as possible'. */
const asapMs = hours(12)

/** The banner’s figure is never less. */
const leastMs = minutes(45)

/** Reads the plan around the possible windows as soon as possible. */
const readPlanOfNow = (db: Kysely<Tables>, now: Date): Promise<VisitPlan | undefined> =>
  readVisitPlan(db, now, { from: toInstant(now), until: later(now, asapMs) })

/**
 * Minutes until an engineer can be with the next customer: by the clock while no shift was ever planned, else the end of the first window
 * that the plan can keep, not before an engineer is free, as staff say; null if there is none within 12 hours. The one place that decides,
 * for the banner, the form and the promise of a booking; everyone who watches the banner shares one reader, so nothing is kept that could
 * disagree. `windows`: the owner's window length.
 */
export async function readNextAvailable(
  db: Kysely<Tables>,
  now: Date,
  windows: Pick<ArrivalWindows, 'asapMinutes'>,
  job: Job = anyJob,
): Promise<number | null> {
  const nextFree = await readNextFree(db, now)
  const wish = { job, windowMs: minutes(windows.asapMinutes), from: nextFree ? Date.parse(nextFree) : undefined }
  return nextInPlan(await readPlanOfNow(db, now), now, wish)
}

/** Why a visit is promised later than our engineers could be there: one is kept free for Red Line. */
interface ArrivalDelay {
  why: 'reserve'
  /** The arrival if none were kept free: '7.35am'. */
  by: string
}

/** The results of `readNextArrivals` from one read of the plan. */
interface NextArrivals {
  plan: VisitPlan | undefined
  /** For each job, in their order. */
  next: (NextArrival | null)[]
  delay?: ArrivalDelay
}

/**
 * Returns the arrivals promised online to visits as soon as possible, for pages, the form, the live figures and staff. Null while online
 * booking is paused, or if no one can be there within 12 hours. One look at the plan for all jobs.
 */
export async function readNextArrivals(
  db: Kysely<Tables>,
  now: Date,
  windows: Pick<ArrivalWindows, 'asapMinutes'>,
  jobs: readonly Job[] = [anyJob],
): Promise<NextArrivals> {
  const limit = await readOnlineLimit(db, now)
  const plan = await readPlanOfNow(db, now)
  const [windowMs, from] = [minutes(windows.asapMinutes), limit && Date.parse(limit.until)]
  const arrivalOf = (job: Job, inPlan = plan): NextArrival | null => {
    const ahead = limit?.kind === 'paused' ? null : nextInPlan(inPlan, now, { job, windowMs, from })
    if (ahead === null) return null
    const { promisedUntil } = asapWindow(now, ahead, windows)
    return { minutes: ahead, at: toInstant(now), until: promisedUntil, by: spokenTimeAt(promisedUntil) }
  }
  const next = jobs.map((job) => arrivalOf(job))
  const [first = null] = next
  const sooner = plan && plan.reserve > 0 && limit?.kind !== 'paused' ? arrivalOf(jobs[0] ?? anyJob, { ...plan, reserve: 0 }) : null
  const isDelayed = sooner && (first === null || sooner.until < first.until)
  return { plan, next, ...(isDelayed && { delay: { why: 'reserve', by: sooner.by } }) }
}

/**
 * The minutes by a plan that has been read. `from`: the first instant that may be promised, in milliseconds since 1970. The time is rounded
 * to five minutes of the clock, so that a kept page stays true.
 */
function nextInPlan(
  plan: VisitPlan | undefined,
  now: Date,
  { job, windowMs, from }: { job: Job; windowMs: number; from?: number },
): number | null {
  if (from !== undefined && stepUp(from + windowMs) > now.getTime() + asapMs) return null
  const minutesUntil = (at: number) => Math.floor(at / 60_000) - Math.floor(now.getTime() / 60_000)
  if (!plan) return Math.max(nextAvailableMinutes(now), from === undefined ? 0 : minutesUntil(from + windowMs))
  const wish = visitOf('', job, {
    serviceLevel: 'standard',
    slotStartsAt: null,
    promisedFrom: toInstant(now),
    promisedUntil: toInstant(now),
  })
  const window = firstWindow(plan, wish, {
    windowMs,
    withinMs: asapMs,
    from: Math.max(from ?? 0, now.getTime() + Math.max(0, leastMs - windowMs)),
  })
  return window ? minutesUntil(stepUp(window.until)) : null
}

/** Red Line at this moment: how many slots can be bought online, and why not more. */
interface RedlineNow {
  /** Slots for sale: the day's free ones, or 0 while they can't be kept. */
  left: number
  perDay: number
  sold: number
  /** Held for people who are paying. */
  held: number
  /**
   * Why none can be bought although some are free: online booking is paused, staff say that no one is free yet, or shifts are planned and
   * no one at work or on call is free within 15 minutes.
   */
  closed?: 'paused' | 'nobody'
}

/** Red Line at `now`, for the site and for staff alike. `known`: the plan at `now`, if the caller has read it. */
export async function readRedline(db: Kysely<Tables>, now: Date, known?: { plan: VisitPlan | undefined }): Promise<RedlineNow> {
  const perDay = await readSlotsPerDay(db)
  const { sold, held } = await readSlotsTaken(db, now)
  const free = slotsLeft(sold + held, perDay)
  const closed = free > 0 ? await readClosed(db, now, known) : undefined
  return { left: closed ? 0 : free, perDay, sold, held, ...(closed && { closed }) }
}

async function readClosed(db: Kysely<Tables>, now: Date, known?: { plan: VisitPlan | undefined }): Promise<RedlineNow['closed']> {
  const limit = await readOnlineLimit(db, now)
  if (limit) return limit.kind === 'paused' ? 'paused' : 'nobody'
  const { plan } = known ?? { plan: await readPlanOfNow(db, now) }
  const isKept = !plan || canPromise(plan, anyJob, { serviceLevel: 'redline', slotStartsAt: null, ...redlineWindow(now) })
  return isKept ? undefined : 'nobody'
}

/** Why no Red Line slot can be bought online at this moment; undefined if one can. */
export async function readRedlineRefusal(db: Kysely<Tables>, now: Date): Promise<SlotsSoldOut | undefined> {
  const { left, closed } = await readRedline(db, now)
  return left > 0 ? undefined : new SlotsSoldOut({ isClosed: closed !== undefined })
}
