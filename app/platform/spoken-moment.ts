import type { Instant } from '#app/values/clock.ts'
import { addDays, type LondonDay, longDayTextFrom } from '#app/values/day.ts'
import { londonDay, londonMinuteOfDay, spokenTimeAt } from './london.ts'

/* Days, moments and windows as people say them. */

/** 'today', 'tomorrow' or 'Sunday 22 November', as seen on `today`; with the year, if it isn't this one. */
export function spokenDay(day: LondonDay, today: LondonDay): string {
  if (day === today) return 'today'
  return day === addDays(today, 1) ? 'tomorrow' : longDayTextFrom(day, today)
}

/**
 * The day of an instant, as seen at `now`: as by `spokenDay`, but 'tonight' in the evening, of a time before 5am. 'Tomorrow midnight' might
 * be a day later.
 */
export function spokenDayAt(at: Date | Instant, now: Date | Instant): string {
  const [day, today] = [londonDay(at), londonDay(now)]
  const isTonight = day === addDays(today, 1) && londonMinuteOfDay(at) < 5 * 60 && londonMinuteOfDay(now) >= 17 * 60
  return isTonight ? 'tonight' : spokenDay(day, today)
}

/** 'Sunday 22 November', the day until which something that began at `since` may take; with the year, if it is another one. */
export const dueDayText = (day: LondonDay, since: Date | Instant): string => longDayTextFrom(day, londonDay(since))

/** 'Sunday 22 November, 2.15pm'. With `now`: also the year, if it isn't this one. */
export const spokenMoment = (at: Date | Instant, now: Date | Instant = at): string =>
  `${longDayTextFrom(londonDay(at), londonDay(now))}, ${spokenTimeAt(at)}`

/** '2.15pm on Sunday 22 November', in running text. With `now`: also the year, if it isn't this one. */
export const spokenTimeOnDay = (at: Date | Instant, now: Date | Instant = at): string =>
  `${spokenTimeAt(at)} on ${longDayTextFrom(londonDay(at), londonDay(now))}`

/** '2.15pm', or '2.15pm on Sunday 22 November' if that isn't the day of `now`. */
export const spokenTimeSeen = (at: Date | Instant, now: Date | Instant): string =>
  londonDay(at) === londonDay(now) ? spokenTimeAt(at) : spokenTimeOnDay(at, now)

/** '2.15pm to 3pm', of a window on one day or over midnight. */
export const spokenTimes = (from: Instant, until: Instant): string => `${spokenTimeAt(from)} to ${spokenTimeAt(until)}`

/** 'today, 2.15pm to 3pm', as seen at `now`, inside a sentence; the day is that of its start. */
export const windowSeen = (from: Instant, until: Instant, now: Date | Instant): string =>
  `${spokenDayAt(from, now)}, ${spokenTimes(from, until)}`

/** 'Sunday 22 November, 2.15pm to 3pm'; the day is that of its start. With `now`: also the year, if it isn't this one. */
export const windowInFull = (from: Instant, until: Instant, now: Date | Instant = from): string =>
  `${longDayTextFrom(londonDay(from), londonDay(now))}, ${spokenTimes(from, until)}`

/** The times in a subject line or a heading: '2.15pm–3pm'. */
export const shortTimes = (from: Instant, until: Instant): string => `${spokenTimeAt(from)}–${spokenTimeAt(until)}`
