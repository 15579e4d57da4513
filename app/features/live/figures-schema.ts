import type { Feed } from '#app/platform/follow-feed.ts'
import { redlineSlotLimits } from '#content/fees.ts'

/* The data of `/api/live`: every figure comes from the rows that enforce it and carries the instant it was true. An unknown figure is null.
   Instants are ISO 8601. */

export const liveFeed: Feed = { path: '/api/live', event: 'live', beatMs: 15_000, silenceMs: 40_000, askEveryMs: 20_000, againMs: 60_000 }
/** Older figures are not shown. */
export const liveStaleMs = 90_000
/** A visit counts as viewing for this long after it was last seen. */
export const viewingMinutes = 5
export const viewingMs = viewingMinutes * 60_000

export interface LiveView {
  /** The server's time, for countdowns on devices with wrong clocks. */
  now: string
  /** The slots' London day, `YYYY-MM-DD`. */
  day: string
  /** Red Line slots that can be bought now; `isClosed`: some are left today, but none can be bought at the moment. */
  slots: { left: number; at: string; isClosed?: boolean } | null
  /**
   * The next engineer's arrival, as promised to a booking made now: in minutes, and as the end of the window, also in words ('7.45pm').
   * Null while no one is free within 12 hours or online booking is paused.
   */
  next: { minutes: number; at: string; until: string; by: string } | null
  /** Distinct visits of the last five minutes; null below two. */
  viewing: { count: number; at: string } | null
  /** The countdown's offer while it can be booked. `until`: the end of its hours. */
  offer: { code: string; until: string } | null
  /** Up to four real bookings, newest first, as listed at `at`: place and type, nothing personal. */
  recent: { jobs: { borough: string; service: string; at: string }[]; at: string } | null
}

/** The received figures; `next` is undefined if it was invalid. */
export type HeardView = Omit<LiveView, 'next'> & { next: LiveView['next'] | undefined }

/** A message, with null for invalid parts; undefined if it isn't one at all. */
export function readLiveView(json: string): HeardView | undefined {
  try {
    const { now, day, slots, next, viewing, offer, recent } = JSON.parse(json)
    if (!isInstant(now) || !/^\d{4}-\d\d-\d\d$/.test(day)) return undefined
    const isNext = isInstant(next?.at) && isInstant(next.until) && typeof next.by === 'string' && isWithin(next.minutes, 45, 720)
    return {
      now,
      day,
      slots: isInstant(slots?.at) && isWithin(slots.left, 0, redlineSlotLimits[1]) ? slots : null,
      next: isNext || next === null ? next : undefined,
      viewing: isInstant(viewing?.at) && isWithin(viewing.count, 2, Number.MAX_SAFE_INTEGER) ? viewing : null,
      offer: isInstant(offer?.until) ? offer : null,
      recent:
        Array.isArray(recent?.jobs) && recent.jobs.length > 0 && recent.jobs.every(isJob)
          ? { ...recent, jobs: recent.jobs.slice(0, 4) }
          : null,
    }
  } catch {
    return undefined
  }
}

const isInstant = (value: unknown) => typeof value === 'string' && !Number.isNaN(Date.parse(value))
const isWithin = (value: unknown, least: number, most: number) =>
  Number.isInteger(value) && (value as number) >= least && (value as number) <= most
const isJob = (job: Record<string, unknown> | null) =>
  typeof job?.borough === 'string' && typeof job.service === 'string' && isInstant(job.at)
