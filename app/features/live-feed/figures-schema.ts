import { z } from 'zod'

/*
 * What `/api/live` says: every figure comes from the rows that
 * enforce it and carries the instant at which it was true. A figure of which nothing true can be said is null.
 */

const instant = z.iso.datetime()
const count = z.int().min(0)

export const liveViewSchema = z.object({
  /** The server's clock, by which countdowns run on devices whose own is wrong. */
  now: instant,
  /** The day of London that the slots are of, `YYYY-MM-DD`. */
  day: z.iso.date(),
  /** Red Line slots that can be bought now; `isClosed`: some are left today, but none can be bought at the moment. */
  slots: z.object({ left: count.max(9), at: instant, isClosed: z.boolean().optional() }).nullable(),
  /**
   * Minutes until the next available engineer, the promise of a booking made now; beyond 90 with the time of day at the end of the
   * window, '7.45pm'. Null while no one is free within 12 hours or online booking is paused.
   */
  next: z.object({ minutes: z.int().min(45).max(720), at: instant, by: z.string().max(10).optional() }).nullable(),
  /** Distinct visits of the last five minutes; null below two. */
  viewing: z.object({ count: count.min(2), at: instant }).nullable(),
  /** The countdown's offer while it can be booked: when these hours of it end. */
  offer: z.object({ code: z.string().max(40), until: instant }).nullable(),
  /** Up to four real bookings, newest first, as the list was made at `at`: where and what, nothing of who. */
  recent: z
    .object({
      jobs: z
        .array(z.object({ borough: z.string(), service: z.string(), at: instant }))
        .min(1)
        .max(4),
      at: instant,
    })
    .nullable(),
})

export type LiveView = z.infer<typeof liveViewSchema>

export { liveEvent, livePath, livePollMs, liveStaleMs, viewingMs } from './timing.ts'
