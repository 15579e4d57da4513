import { z } from 'zod'
import { redlineSlotLimits } from '#content/rates.ts'

/* The data of `/api/live`: every figure comes from the rows that enforce it and carries the instant at which it was true. An unknown figure
   is null. */

const instant = z.iso.datetime()
const count = z.int().min(0)

export const liveViewSchema = z.object({
  /** The server's time, for countdowns on devices with wrong clocks. */
  now: instant,
  /** The day of London of the slots, `YYYY-MM-DD`. */
  day: z.iso.date(),
  /** Red Line slots that can be bought now; `isClosed`: some are left today, but none can be bought at the moment. */
  slots: z.object({ left: count.max(redlineSlotLimits[1]), at: instant, isClosed: z.boolean().optional() }).nullable(),
  /**
   * When the next engineer can be there, as promised to a booking made now: in minutes, and as the end of the window, also in words
   * ('7.45pm'). Null while no one is free within 12 hours or online booking is paused.
   */
  next: z.object({ minutes: z.int().min(45).max(720), at: instant, until: instant, by: z.string().max(10) }).nullable(),
  /** Distinct visits of the last five minutes; null below two. */
  viewing: z.object({ count: count.min(2), at: instant }).nullable(),
  /** The countdown's offer while it can be booked: when its hours end. */
  offer: z.object({ code: z.string().max(40), until: instant }).nullable(),
  /** Up to four real bookings, newest first, as listed at `at`: place and type, nothing personal. */
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

export { liveEvent, livePath, livePollMs, liveStaleMs, viewingMs } from './wording/timing.ts'
