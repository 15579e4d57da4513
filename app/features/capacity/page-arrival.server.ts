import type { Database } from '#app/platform/database.ts'
import { loggable } from '#app/platform/log.ts'
import type { Services, Visit } from '#app/platform/services.ts'
import { minutes } from '#app/values/clock.ts'
import type { PageArrival } from './arrival-promise.tsx'
import { leastAheadMs, type NextArrival } from './next-arrival.ts'
import { readNextArrivals } from './read-next-available.server.ts'
import { anyJob } from './read-visit-plan.server.ts'

/** The longest that a page with an arrival time is kept, even if its change is never noticed. */
const longestKeptMs = minutes(5)

/** The subject of a page: the outward code of its area, or its type of emergency. */
interface PageJob {
  near?: string
  service?: string
}

type Shown = { job: PageJob; until: string | null | undefined }

/** By instance: the arrivals that its kept pages show, by the query of their jobs. */
const shownBy = new WeakMap<Database, Map<string, Shown>>()

const shownOf = (db: Database): Map<string, Shown> => {
  const shown = shownBy.get(db) ?? new Map<string, Shown>()
  shownBy.set(db, shown)
  return shown
}

const untilOf = (next: NextArrival | null | undefined) => (next ? next.until : next)

const queryOf = (job: PageJob): string => new URLSearchParams({ ...job }).toString()

async function readNexts({ db, clock, published }: Services, jobs: readonly PageJob[]): Promise<(NextArrival | null)[]> {
  const wanted = jobs.map(({ near = '', service = '' }) => ({ ...anyJob, postcode: near, service }))
  return (await readNextArrivals(db, clock.now(), published.current().windows, wanted)).next
}

/** Undefined if it can't be read: the page is shown without it. */
async function readNext(services: Services, job: PageJob): Promise<NextArrival | null | undefined> {
  try {
    return (await readNexts(services, [job]))[0]
  } catch (error) {
    services.log.warn({ error: loggable(error) }, 'the next arrival could not be read')
    return undefined
  }
}

/**
 * Returns the arrival time for everything on a page, for its own place or problem if it has one. The page is cached until the time changes,
 * and for five minutes at most.
 */
export async function readPageArrival(visit: Visit, job: PageJob = {}): Promise<PageArrival> {
  const { services } = visit
  const [query, now] = [queryOf(job), services.clock.now()]
  const next = await readNext(services, job)
  const [shown, until] = [shownOf(services.db), untilOf(next)]
  const before = shown.get(query)
  // Other pages show another figure for the same job.
  if (before && before.until !== until) services.pagesChanged()
  shown.set(query, { job, until })
  const changesAt = next ? Date.parse(next.until) - leastAheadMs : Number.POSITIVE_INFINITY
  visit.keepUntil = Math.min(visit.keepUntil ?? Number.POSITIVE_INFINITY, changesAt, now.getTime() + longestKeptMs)
  return { next, ...(query && { job: query }) }
}

/** Renders pages of this instance again if an arrival that they show has changed. Nothing is read if none is shown. */
export async function refreshPageArrivals(services: Services): Promise<void> {
  const shown = shownOf(services.db)
  if (shown.size === 0) return
  const pages = [...shown.values()]
  const jobs = pages.map(({ job }) => job)
  // If the plan can't be read, the cached page keeps its times.
  const nexts = await readNexts(services, jobs).catch(() => undefined)
  if (!nexts || pages.every(({ until }, at) => until === untilOf(nexts[at]))) return
  shown.clear()
  services.pagesChanged()
}
