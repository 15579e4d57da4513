import type { Kysely } from 'kysely'
import { nextAvailableMinutes } from '#app/features/capacity/next-available.ts'
import { firstWindow, type VisitPlan } from '#app/features/capacity/visit-plan.ts'
import { hours, later, minutes, toInstant } from '#app/platform/clock.ts'
import { readNextFree } from '#app/platform/online-pause.ts'
import type { ArrivalWindows } from '#content/slot-hours.ts'
import type { Tables } from '#db/tables.ts'
import { anyJob, type Job, readVisitPlan, visitOf } from './read-visit-plan.server.ts'

/** The furthest time that counts as 'as soon as possible'. */
const asapMs = hours(12)

/** The banner’s figure is never less. */
const leastMs = minutes(45)

/** The plan around what could be as soon as possible. */
export const readPlanOfNow = (db: Kysely<Tables>, now: Date): Promise<VisitPlan | undefined> =>
  readVisitPlan(db, now, { from: toInstant(now), until: later(now, asapMs) })

/**
 * Minutes until an engineer can be with the next customer: by the clock while no shift was ever planned, else the end of the first window
 * that the plan can keep, not before the time from which staff say that an engineer is free; null where there is none within 12 hours. The
 * one place that decides, for the banner, the form and the promise of a booking; everyone who watches the banner shares one reader, so
 * nothing is kept that could disagree. `windows`: how long the window is that the owner promises.
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

/** The same in a plan that has been read. `from`: the first instant that may be promised, in milliseconds since 1970. */
function nextInPlan(
  plan: VisitPlan | undefined,
  now: Date,
  { job, windowMs, from }: { job: Job; windowMs: number; from?: number },
): number | null {
  if (from !== undefined && from + windowMs > now.getTime() + asapMs) return null
  const minutesUntil = (at: number) => Math.floor((at - Math.floor(now.getTime() / 60_000) * 60_000) / 60_000)
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
  return window ? minutesUntil(window.until) : null
}
