import type { Selectable } from 'kysely'
import { dateProblemText, hourAndMinute } from '#app/platform/fields.ts'
import { instantOf } from '#app/platform/london.ts'
import { type Instant, toInstant } from '#app/values/clock.ts'
import { addDays, isDay, type LondonDay } from '#app/values/day.ts'
import type { ShiftsTable } from '#db/tables/capacity.ts'

export type ShiftKind = Selectable<ShiftsTable>['kind']

/** The longest shift by the clock, in hours: longer is a mistyped day. On-call hours may be a whole day. */
const longestShiftHours = 16

/** Working hours by London's clocks, as `HH:MM`. If they end at or before their start, they end on the next day. */
interface ClockTimes {
  day: LondonDay
  from: string
  until: string
}

/** Returns such times as instants. On the night of a clock change they are an hour longer or shorter. */
export const instantsOf = ({ day, from, until }: ClockTimes): { startsAt: Instant; endsAt: Instant } => ({
  startsAt: instantOf(day, ...hourAndMinute(from)),
  endsAt: instantOf(until <= from ? addDays(day, 1) : day, ...hourAndMinute(until)),
})

/** Returns the problem with the times of a kind of shift, on any day; undefined if they are valid. */
export function timesProblem({ from, until }: Pick<ClockTimes, 'from' | 'until'>, kind: ShiftKind): string | undefined {
  const minutesBetween = (minuteOf(until) - minuteOf(from) + 24 * 60) % (24 * 60) || 24 * 60
  return kind === 'shift' && minutesBetween > longestShiftHours * 60 ? `A shift can be up to ${longestShiftHours} hours long` : undefined
}

const minuteOf = (time: string): number => {
  const [hour, minute] = hourAndMinute(time)
  return hour * 60 + minute
}

/** Returns a shift as instants, or the problem with it. */
export function shiftOf(
  { kind = 'shift', ...times }: ClockTimes & { kind?: ShiftKind },
  now: Date,
): { startsAt: Instant; endsAt: Instant } | { problems: Record<string, string> } {
  if (!isDay(times.day)) return { problems: { day: dateProblemText } }
  const { startsAt, endsAt } = instantsOf(times)
  if (endsAt <= toInstant(now)) return { problems: { day: 'This shift has already ended. Choose a later day' } }
  if (endsAt <= startsAt) return { problems: { until: 'The clocks change that night, so this shift would last no time at all' } }
  const problem = timesProblem(times, kind)
  return problem ? { problems: { until: problem } } : { startsAt, endsAt }
}
