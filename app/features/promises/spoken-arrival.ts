import { spokenTimeAt } from '#app/platform/london.ts'
import { spokenTimes } from '#app/platform/spoken-moment.ts'
import { spokenDayOf } from '#app/platform/spoken-window.ts'
import type { Arrival } from './arrival-window.ts'

/**
 * The window in which an engineer arrives, as we say it on the phone: 'Today, between 2.15pm and 3pm' for a visit as soon as possible,
 * 'Tomorrow, 4pm to 6pm' or 'Sunday 22 November, 10am to noon' for a slot.
 */
export function spokenArrival(
  { promisedFrom: from, promisedUntil: until, slotStartsAt }: Pick<Arrival, 'promisedFrom' | 'promisedUntil' | 'slotStartsAt'>,
  now: Date,
): string {
  return `${spokenDayOf(from, now)}, ${slotStartsAt ? spokenTimes(from, until) : `between ${spokenTimeAt(from)} and ${spokenTimeAt(until)}`}`
}
