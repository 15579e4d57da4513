import type { Kysely } from 'kysely'
import { notAJobStatuses } from '#app/features/booking/lifecycle.ts'
import { readNextArrivals, readRedline } from '#app/features/capacity/read-next-available.server.ts'
import { londonDay } from '#app/platform/london.ts'
import type { Services } from '#app/platform/services.ts'
import type { BookingStatus } from '#app/values/booking-status.ts'
import { hours, later, toInstant } from '#app/values/clock.ts'
import { boroughNames } from '#content/borough-names.ts'
import type { Tables } from '#db/tables.ts'
import { coarse, editionAt, offerNow } from './figures.ts'
import { type LiveView, viewingMs } from './figures-schema.ts'

const mostJobs = 4
const oldestJobMs = hours(48)
/** Statuses of bookings that never became a job. */
const notDone: BookingStatus[] = [...notAJobStatuses, 'no_access']

/** The figures that change slowly: viewers and recent bookings. */
type SlowFigures = Pick<LiveView, 'viewing' | 'recent'>

/** All figures of an instant except the server's time: a Red Line count read now, and slow figures read before. */
export async function readLive(
  { db, published }: Pick<Services, 'db' | 'published'>,
  now: Date,
  slow: SlowFigures,
): Promise<Omit<LiveView, 'now'>> {
  const { plan, next } = await readNextArrivals(db, now, published.current().windows)
  const { left, closed } = await readRedline(db, now, { plan })
  return {
    day: londonDay(now),
    slots: { left, at: toInstant(now), ...(closed && { isClosed: true }) },
    next: next[0] ?? null,
    offer: offerNow(now, published.current().prices) ?? null,
    ...slow,
  }
}

export interface FiguresOptions {
  /** The time that a reading is shared. */
  keptMs?: number
  /** The interval for viewers and recent jobs, which needn't be exact to the second. */
  slowMs?: number
}

/** Reads all figures except the server's time, as JSON. `mark` changes with any figure, apart from the instants they were read. */
export function createFiguresReader(
  { db, clock, published }: Pick<Services, 'db' | 'clock' | 'published'>,
  { keptMs = 500, slowMs = 10_000 }: FiguresOptions = {},
) {
  let slow: (SlowFigures & { readAt: number }) | undefined
  let kept: { figures: Promise<{ mark: string; json: string }>; readAt: number } | undefined

  async function read() {
    const [now, readAt] = [clock.now(), performance.now()]
    if (!slow || readAt - slow.readAt >= slowMs) slow = { viewing: await readViewing(db, now), recent: await readRecent(db, now), readAt }
    const view = await readLive({ db, published }, now, { viewing: slow.viewing, recent: slow.recent })
    const { day, slots, next, viewing, offer, recent } = view
    const mark = JSON.stringify([day, slots?.left, slots?.isClosed, next?.minutes, next?.until, viewing?.count, offer, recent])
    return { mark, json: JSON.stringify(view) }
  }

  return {
    read() {
      const readAt = performance.now()
      if (!kept || readAt - kept.readAt >= keptMs) kept = { figures: read(), readAt }
      return kept.figures
    },
    /** Something has changed: the next reading is a new one. */
    forget() {
      kept = undefined
    },
  }
}

/**
 * Distinct visits seen in the last five minutes; null below two. A visit's key changes at midnight, so the days are counted separately and
 * the larger count is used: no one counts twice.
 */
async function readViewing(db: Kysely<Tables>, now: Date): Promise<LiveView['viewing']> {
  const days = await db
    .selectFrom('liveVisits')
    .select((eb) => eb.fn.countAll<number | string>().as('count'))
    .where('seenAt', '>', later(now, -viewingMs))
    .groupBy('day')
    .execute()
  const count = Math.max(0, ...days.map((day) => Number(day.count)))
  return count < 2 ? null : { count, at: toInstant(now) }
}

/** Up to four real bookings of the 48 hours before the list was made, newest first: borough and type only. */
export async function readRecent(db: Kysely<Tables>, now: Date): Promise<LiveView['recent']> {
  const edition = editionAt(now)
  const rows = await recentJobs(db, edition).execute()
  const jobs = rows.map(({ borough, service, createdAt }) => ({ borough: borough ?? '', service, at: coarse(createdAt) }))
  return jobs.length === 0 ? null : { jobs, at: edition }
}

/** The query for the list made at an instant, by the index on the time of booking. */
export const recentJobs = (db: Kysely<Tables>, edition: string) =>
  db
    .selectFrom('bookings')
    .select(['borough', 'service', 'createdAt'])
    .where('createdAt', '<=', edition)
    .where('createdAt', '>=', later(edition, -oldestJobMs))
    // Only our own names: text from a stranger is never shown in public, even if a row contains some.
    .where('borough', 'in', boroughNames)
    .where('inArea', '=', 1)
    .where('suspectedSpam', '=', 0)
    .where('status', 'not in', notDone)
    .orderBy('createdAt', 'desc')
    .limit(mostJobs)
