import { hourAndMinute, type Read, textReader, timeReader } from '#app/platform/fields.ts'
import { instantOf, londonDay, spokenTimeAt } from '#app/platform/london.ts'
import { hours, type Instant } from '#app/values/clock.ts'
import { addDays } from '#app/values/day.ts'

/* An engineer's arrival and departure: estimates and later corrections. */

/** The estimates to choose from, in minutes. */
export const estimateMinutes = [10, 20, 30, 45] as const

export const correctableTimes = { arrived: 'When you arrived', left: 'When you left' } as const
export type CorrectableTime = keyof typeof correctableTimes

/** The recorded times of a visit, as far as there are any. */
export type VisitTimes = Partial<Record<CorrectableTime, Instant>>

const readTime = timeReader('14:30')
const readReason = textReader('The reason', { max: 200, required: 'Say why the time was wrong' })

interface TimeCorrection {
  what: CorrectableTime
  /** 'HH:MM', by London's clocks. */
  time: string
  reason: string
}

/** Returns a correction from the form's fields, or the problems by field. */
export function readCorrection(typed: (name: string) => string): { correction: TimeCorrection } | { problems: Record<string, string> } {
  const what = typed('what') === 'left' ? 'left' : 'arrived'
  const [time, reason]: [Read<string>, Read<string>] = [readTime(typed('time')), readReason(typed('reason'))]
  if ('value' in time && 'value' in reason) return { correction: { what, time: time.value, reason: reason.value } }
  return { problems: { ...('problem' in time && { time: time.problem }), ...('problem' in reason && { reason: reason.problem }) } }
}

/** A correction over midnight is smaller than this. */
const overnightMs = hours(6)

/** The instant of a time of day, on the day of the time that it corrects, or over midnight if that is near. */
export function correctedAt(was: Instant, time: string): Instant {
  const on = (days: number) => instantOf(addDays(londonDay(was), days), ...hourAndMinute(time))
  return [on(-1), on(1)].find((at) => Math.abs(Date.parse(at) - Date.parse(was)) < overnightMs) ?? on(0)
}

/** Returns the problem with a time that is not between the events before and after it, both included; undefined if it is. */
export function outsideBounds(at: Instant, { from, until }: { from: Instant; until: Instant }): string | undefined {
  // People see minutes: an event in the same minute is not earlier.
  return at.slice(0, 16) >= from.slice(0, 16) && at <= until
    ? undefined
    : `Enter a time from ${spokenTimeAt(from)} to ${spokenTimeAt(until)}`
}
