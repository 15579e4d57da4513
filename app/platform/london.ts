import { Temporal } from 'temporal-polyfill'
import type { Instant } from './clock.ts'
import { dayText, type LondonDay } from './day.ts'
import { spokenTime } from './spoken-time.ts'

const zone = 'Europe/London'

const zoned = (at: Date | Instant) => Temporal.Instant.fromEpochMilliseconds(new Date(at).getTime()).toZonedDateTimeISO(zone)

/** The London day that an instant falls on. */
export const londonDay = (at: Date | Instant): LondonDay => zoned(at).toPlainDate().toString()

/** Minutes since London's wall-clock midnight, 0 to 1439. */
export function londonMinuteOfDay(at: Date | Instant): number {
  const time = zoned(at)
  return time.hour * 60 + time.minute
}

/** The London day that an instant falls on, and the hour that its clocks show, 0 to 23. */
export function londonHour(at: Date | Instant): { day: LondonDay; hour: number } {
  const time = zoned(at)
  return { day: time.toPlainDate().toString(), hour: time.hour }
}

/**
 * The instant at which London's clocks show a time on `day`; right through both clock changes: the first of a time that comes twice,
 * an hour later for one that is left out.
 */
export function instantOf(day: LondonDay, hour: number, minute = 0): Instant {
  const time = Temporal.PlainDate.from(day).toZonedDateTime({ timeZone: zone, plainTime: { hour, minute } })
  return new Date(time.epochMilliseconds).toISOString()
}

/** The London wall-clock time of an instant as a field for times takes it, '14:05'. What people read is `spokenTimeAt`. */
export const timeText = (at: Date | Instant): string => zoned(at).toPlainTime().toString({ smallestUnit: 'minute' })

/** '2.05pm', in London. */
export const spokenTimeAt = (at: Date | Instant): string => spokenTime(timeText(at))

/** 'Fri 20 Nov, 2.05pm'. */
export const momentText = (at: Date | Instant): string => `${dayText(londonDay(at))}, ${spokenTimeAt(at)}`

/** 'Fri 20 Nov, 2.05pm to 2.50pm', naming the second day only where it differs; midnight is the end of a day. */
export function windowText(from: Instant, until: Instant): string {
  const sameDay = londonDay(from) === londonDay(new Date(Date.parse(until) - 1))
  return `${momentText(from)} to ${sameDay ? spokenTimeAt(until) : momentText(until)}`
}
