import type { Instant } from '#app/platform/clock.ts'
import { addDays, type LondonDay } from '#app/platform/day.ts'
import { londonDay, timeText } from '#app/platform/london.ts'
import { spokenTime } from '#app/platform/spoken-time.ts'
import type { Arrival } from './arrival-window.ts'

/**
 * The window in which an engineer arrives, as we say it on the phone: 'Today, between 2.15pm and 3pm' for a visit as soon as possible,
 * 'Tomorrow, 4pm to 6pm' or 'Sunday 22 November, 10am to noon' for a slot.
 */
export function spokenWindow(
  { promisedFrom, promisedUntil, slotStartsAt }: Pick<Arrival, 'promisedFrom' | 'promisedUntil' | 'slotStartsAt'>,
  now: Date,
): string {
  const [from, until] = [spokenAt(promisedFrom), spokenAt(promisedUntil)]
  return `${spokenDay(londonDay(promisedFrom), londonDay(now))}, ${slotStartsAt ? `${from} to ${until}` : `between ${from} and ${until}`}`
}

const spokenAt = (at: Instant) => spokenTime(timeText(at))

const longDay = new Intl.DateTimeFormat('en-GB', { weekday: 'long', day: 'numeric', month: 'long', timeZone: 'UTC' })

function spokenDay(day: LondonDay, today: LondonDay): string {
  if (day === today) return 'Today'
  // 'Sunday, 22 November' in some versions of the locale.
  return day === addDays(today, 1) ? 'Tomorrow' : longDay.format(new Date(day)).replace(',', '')
}
