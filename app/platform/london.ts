import { Temporal } from 'temporal-polyfill'
import type { Instant } from './clock.ts'

const zone = 'Europe/London'

/** A calendar day of Europe/London, `YYYY-MM-DD`. */
export type LondonDay = string

const zoned = (at: Date | Instant) => Temporal.Instant.fromEpochMilliseconds(new Date(at).getTime()).toZonedDateTimeISO(zone)

/** The London day that an instant falls on. */
export const londonDay = (at: Date | Instant): LondonDay => zoned(at).toPlainDate().toString()

/** Minutes since London's wall-clock midnight, 0 to 1439. */
export function londonMinuteOfDay(at: Date | Instant): number {
  const time = zoned(at)
  return time.hour * 60 + time.minute
}

/** The instant at which London's clocks show `hour`:00 on `day`; right through both clock changes. */
export function instantOf(day: LondonDay, hour: number): Instant {
  const time = Temporal.PlainDate.from(day).toZonedDateTime({ timeZone: zone, plainTime: { hour } })
  return new Date(time.epochMilliseconds).toISOString()
}

/** The day `count` days after `day` (negative: before). */
export const addDays = (day: LondonDay, count: number): LondonDay => Temporal.PlainDate.from(day).add({ days: count }).toString()

/** Whether the text is a day of the calendar, written `YYYY-MM-DD`. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  try {
    return Temporal.PlainDate.from(text, { overflow: 'reject' }).toString() === text
  } catch {
    return false
  }
}

const weekdays = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** 'Fri 20 Nov'. */
export function dayText(day: LondonDay): string {
  const date = Temporal.PlainDate.from(day)
  return `${weekdays[date.dayOfWeek - 1]} ${date.day} ${months[date.month - 1]}`
}

/** The London wall-clock time of an instant, '14:05'. */
export const timeText = (at: Date | Instant): string => zoned(at).toPlainTime().toString({ smallestUnit: 'minute' })

/** 'Fri 20 Nov, 14:05'. */
export const momentText = (at: Date | Instant): string => `${dayText(londonDay(at))}, ${timeText(at)}`

/** 'Fri 20 Nov, 14:05 to 14:50', naming the second day only where it differs. */
export function windowText(from: Instant, until: Instant): string {
  const sameDay = londonDay(from) === londonDay(until)
  return `${momentText(from)} to ${sameDay ? timeText(until) : momentText(until)}`
}
