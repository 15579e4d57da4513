import { z } from 'zod'
import { londonDay } from '#app/platform/london.ts'
import { hours, later } from '#app/values/clock.ts'
import type { LondonDay } from '#app/values/day.ts'

/** Before the nightly backup, which then no longer has what was erased. */
const beginsAtHour = 2

/** The night that an instant belongs to, from 2am of its day in London on. */
export const nightOf = (now: Date): LondonDay => londonDay(later(now, -hours(beginsAtHour)))

/** By the name of a rule, or 'bookings': how many were due, erased, and could not be. Rules without any are left out. */
export const NightResults = z.record(z.string(), z.object({ due: z.int(), done: z.int(), failed: z.int() }))
export type NightResults = z.output<typeof NightResults>

/** Bookings that are kept, by reason: how many, until when the last of them, and how many have no end yet. */
export const KeptBookings = z.object({
  reasons: z.record(z.string(), z.object({ count: z.int(), until: z.string().nullable(), open: z.int() })),
  /** Their period isn't over; of those, how many end within a day. */
  waiting: z.int(),
  dueNext: z.int(),
  /** They would be due, but someone has to close them first. */
  open: z.int(),
})
export type KeptBookings = z.output<typeof KeptBookings>

export const nothingKept: KeptBookings = { reasons: {}, waiting: 0, dueNext: 0, open: 0 }
