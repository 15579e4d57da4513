import { addDays, type LondonDay } from '#app/values/day.ts'
import { spokenTime } from './spoken-time.ts'

/* London's clocks for islands, by the time zones that browsers bring: london.ts needs a library that weighs more than most islands. */

/** The format is that of ISO 8601 with a space: '2026-11-20 13:45:00'. */
const format = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/London', dateStyle: 'short', timeStyle: 'medium' })

/** The London day and the hour on its clocks, 0 to 23, at an instant in ms since 1970. */
export function londonDayHour(atMs: number): { day: LondonDay; hour: number } {
  const text = format.format(atMs)
  return { day: text.slice(0, 10), hour: Number(text.slice(11, 13)) }
}

/** The time in London at an instant, '2.05pm'. */
export const londonTimeText = (at: number | string): string => spokenTime(format.format(new Date(at)).slice(11, 16))

/**
 * Returns the instant of a full hour of a London day, in ms since 1970. It is right on days the clocks change, except for the hour after
 * 01:00, which is missing or comes twice.
 */
export function londonHourMs(day: LondonDay, hour: number): number {
  const inWinter = Date.parse(`${day}T${String(hour).padStart(2, '0')}:00:00Z`)
  return londonDayHour(inWinter).hour === hour ? inWinter : inWinter - 3_600_000
}

/** London's next midnight after an instant, in ms since 1970. */
export const nextLondonMidnight = (atMs: number): number => londonHourMs(addDays(londonDayHour(atMs).day, 1), 0)
