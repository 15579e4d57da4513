import { instantOf, londonHour } from '#app/platform/london.ts'
import { days, hours, type Instant, later } from '#app/values/clock.ts'
import { addDays } from '#app/values/day.ts'

/* When customers are asked for a review: constants, which no one can change. */

/** After the visit ended. */
export const firstAskMs = hours(3)
/** After the first time, if nothing was written. */
export const secondAskMs = days(4)
/** After an outage, no one is asked about a visit that ended longer ago. */
export const latestAskMs = days(14)
/** London's hours of the day between which people are asked. */
const askHours = { from: 9, until: 20 } as const

/** Returns the instant itself if London's clocks then show 9am to 8pm, else the next 9am. */
export function atAskingHour(at: Instant): Instant {
  const { day, hour } = londonHour(at)
  if (hour >= askHours.from && hour < askHours.until) return at
  return instantOf(hour < askHours.from ? day : addDays(day, 1), askHours.from)
}

/** Returns true if people are asked at this hour. */
export const isAskingHour = (now: Date): boolean => atAskingHour(now.toISOString()) === later(now, 0)
