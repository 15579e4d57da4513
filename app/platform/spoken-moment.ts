import type { Instant } from './clock.ts'
import { addDays, type LondonDay } from './day.ts'
import { londonDay, timeText } from './london.ts'
import { spokenTime } from './spoken-time.ts'

/* Days, moments and windows as people say them. */

const longDay = new Intl.DateTimeFormat('en-GB', { weekday: 'long', day: 'numeric', month: 'long', timeZone: 'UTC' })

/** 'Sunday 22 November'. */
// Some versions of the locale put a comma after the weekday.
export const longDayText = (day: LondonDay): string => longDay.format(new Date(day)).replace(',', '')

/** 'today', 'tomorrow' or 'Sunday 22 November', as seen on `today`. */
export function spokenDay(day: LondonDay, today: LondonDay): string {
  if (day === today) return 'today'
  return day === addDays(today, 1) ? 'tomorrow' : longDayText(day)
}

/** '2.15pm', in London. */
export const spokenTimeAt = (at: Date | Instant): string => spokenTime(timeText(at))

/** 'Sunday 22 November, 2.15pm'. */
export const spokenMoment = (at: Date | Instant): string => `${longDayText(londonDay(at))}, ${spokenTimeAt(at)}`

/** '2.15pm to 3pm', of a window on one day or over midnight. */
export const spokenTimes = (from: Instant, until: Instant): string => `${spokenTimeAt(from)} to ${spokenTimeAt(until)}`

/** The same in a subject line or a heading: '2.15pm–3pm'. */
export const shortTimes = (from: Instant, until: Instant): string => `${spokenTimeAt(from)}–${spokenTimeAt(until)}`
