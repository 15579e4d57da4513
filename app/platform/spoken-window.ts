import { type Instant, minutes } from '#app/values/clock.ts'
import { spokenTimeAt } from './london.ts'
import { spokenDayAt, spokenTimes } from './spoken-moment.ts'

/** The day of an instant at the beginning of a line, as seen at `now`: 'Today', 'Tonight', 'Tomorrow' or 'Sunday 22 November'. */
export const spokenDayOf = (at: Date | Instant, now: Date | Instant): string =>
  spokenDayAt(at, now).replace(/^./, (letter) => letter.toUpperCase())

/** 'Today, 2.15pm', as seen at `now`. */
export const spokenMomentFrom = (at: Date | Instant, now: Date | Instant): string => `${spokenDayOf(at, now)}, ${spokenTimeAt(at)}`

/** 'today, 2.15pm', as seen at `now`: when something ends, inside a sentence. Midnight, which could be of either day, is '11.59pm'. */
export function spokenDeadline(at: Date | Instant, now: Date | Instant): string {
  const end = spokenTimeAt(at) === 'midnight' ? new Date(new Date(at).getTime() - minutes(1)) : at
  return `${spokenDayAt(end, now)}, ${spokenTimeAt(end)}`
}

/** 'Today, 2.15pm to 3pm', as seen at `now`; the day is that of its start. */
export const spokenWindow = (from: Instant, until: Instant, now: Date | Instant): string =>
  `${spokenDayOf(from, now)}, ${spokenTimes(from, until)}`
