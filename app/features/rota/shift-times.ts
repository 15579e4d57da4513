import { type Instant, minutes, toInstant } from '#app/platform/clock.ts'
import { addDays, isDay, type LondonDay } from '#app/platform/day.ts'
import { dateProblemText } from '#app/platform/fields.ts'
import { instantOf } from '#app/platform/london.ts'

/** The longest shift, in milliseconds: longer is a mistyped day. */
export const longestShiftMs = minutes(16 * 60)

/**
 * A shift by London's clocks, as instants: one that ends at or before its beginning ends on the next day. On the night of a clock change
 * it is an hour longer or shorter, as the clocks are. Or what is wrong with it.
 */
export function shiftOf(
  { day, from, until }: { day: string; from: string; until: string },
  now: Date,
): { startsAt: Instant; endsAt: Instant } | { problems: Record<string, string> } {
  if (!isDay(day)) return { problems: { day: dateProblemText } }
  const startsAt = atClock(day, from)
  const endsAt = atClock(until <= from ? addDays(day, 1) : day, until)
  if (endsAt <= toInstant(now)) return { problems: { day: 'This shift is over already. Please choose a later day' } }
  const lengthMs = Date.parse(endsAt) - Date.parse(startsAt)
  if (lengthMs <= 0) return { problems: { until: 'The clocks change that night: this shift would have no length' } }
  return lengthMs > longestShiftMs ? { problems: { until: 'A shift is 16 hours at most' } } : { startsAt, endsAt }
}

const atClock = (day: LondonDay, time: string) => instantOf(day, Number(time.slice(0, 2)), Number(time.slice(3)))
