/** Calendar days, without clocks or zones: light enough for a phone. London's clocks are in london.ts. */

/** A calendar day of Europe/London, `YYYY-MM-DD`. */
export type LondonDay = string

const midnightUtc = (day: LondonDay) => new Date(`${day}T00:00:00Z`)

/** Returns true if the text is a calendar day of the years 1000 to 2999, written `YYYY-MM-DD`: days around it can be written so too. */
export function isDay(text: string): boolean {
  if (!/^[12]\d{3}-\d{2}-\d{2}$/.test(text)) return false
  const date = midnightUtc(text)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text)
}

/** The day `count` days after `day` (negative: before). */
export const addDays = (day: LondonDay, count: number): LondonDay =>
  new Date(midnightUtc(day).getTime() + count * 86_400_000).toISOString().slice(0, 10)

/** The same day of the month `count` months later, or the last day of a shorter month. */
export function addMonths(day: LondonDay, count: number): LondonDay {
  const date = midnightUtc(day)
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth() + count]
  const last = new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
  return new Date(Date.UTC(year, month, Math.min(date.getUTCDate(), last))).toISOString().slice(0, 10)
}

/** 0 for Sunday to 6 for Saturday. */
export const weekdayOf = (day: LondonDay): number => midnightUtc(day).getUTCDay()

/** The Monday of a day's week. */
export const mondayOf = (day: LondonDay): LondonDay => addDays(day, -((weekdayOf(day) + 6) % 7))

export const isWeekend = (day: LondonDay): boolean => weekdayOf(day) % 6 === 0

const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']
const months = 'January February March April May June July August September October November December'.split(' ')

const named = (day: LondonDay, name: (full: string) => string): string => {
  const date = midnightUtc(day)
  return `${name(weekdays[date.getUTCDay()] ?? '')} ${date.getUTCDate()} ${name(months[date.getUTCMonth()] ?? '')}`
}

/** 'Sunday 22 November'. */
export const longDayText = (day: LondonDay): string => named(day, (full) => full)

/** The same with its year, in running text about a day that may be far away: 'Sunday 22 November 2026'. */
export const dayWithYear = (day: LondonDay): string => `${longDayText(day)} ${day.slice(0, 4)}`

/** 'Sunday 22 November', with its year if that isn't this one's: 'Sunday 22 November 2026'. */
export const longDayTextFrom = (day: LondonDay, today: LondonDay): string =>
  day.slice(0, 4) === today.slice(0, 4) ? longDayText(day) : dayWithYear(day)

/** The same in a table, on the board or on a chart: 'Sun 22 Nov'. */
export const dayText = (day: LondonDay): string => named(day, (full) => full.slice(0, 3))

/** The same, with the year if the day is half a year away or more: 'Sun 22 Nov 2029'. */
export const dayTextFrom = (day: LondonDay, today: LondonDay): string =>
  Math.abs(Date.parse(day) - Date.parse(today)) < 182 * 24 * 3_600_000 ? dayText(day) : `${dayText(day)} ${day.slice(0, 4)}`
