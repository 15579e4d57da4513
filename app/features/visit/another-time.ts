import { readWindow } from '#app/platform/fields-of-window.ts'
import { spokenDayAt, spokenTimes } from '#app/platform/spoken-moment.ts'
import type { Instant } from '#app/values/clock.ts'

/** The kind of the act of agreeing another time after finding no access. */
export const anotherTime = 'another_time'

/** Returns an arrival window as engineers' pages show it at `now`: 'Today, 2.15pm to 3pm'. */
export function whenText(from: Instant, until: Instant, now: Date | Instant): string {
  const day = spokenDayAt(from, now)
  return `${day[0]?.toUpperCase()}${day.slice(1)}, ${spokenTimes(from, until)}`
}

/** Returns the window in these fields for a job's pages, before the server has it; undefined if they contain none. */
export function agreedWindow(field: (name: string) => string, now: Instant): { when: string; promisedFrom: Instant } | undefined {
  const window = readWindow(field)
  return 'problems' in window ? undefined : { when: whenText(window.from, window.until, now), promisedFrom: window.from }
}
