import { Temporal } from 'temporal-polyfill'
import type { Instant } from '#app/values/clock.ts'
import { dayText, dayTextFrom, type LondonDay } from '#app/values/day.ts'
import { spokenTime } from './spoken-time.ts'

const zone = 'Europe/London'
const hourMs = 3_600_000

/** The lead of London's clocks over UTC in an hour of UTC, in ms, by hours since 1970: a booking asks a dozen times. */
const aheadMs = new Map<number, number>()
const mostHours = 5_000

/** London's clocks change on full hours of UTC. */
function aheadMsIn(hour: number): number {
  const known = aheadMs.get(hour)
  if (known !== undefined) return known
  const ahead = Temporal.Instant.fromEpochMilliseconds(hour * hourMs).toZonedDateTimeISO(zone).offsetNanoseconds / 1_000_000
  if (aheadMs.size >= mostHours) aheadMs.clear()
  aheadMs.set(hour, ahead)
  return ahead
}

/** Returns London's wall-clock time in the UTC fields of a date. */
function clocksAt(at: Date | Instant): Date {
  const atMs = new Date(at).getTime()
  return new Date(atMs + aheadMsIn(Math.floor(atMs / hourMs)))
}

const dayOf = (clocks: Date): LondonDay => clocks.toISOString().slice(0, -'T00:00:00.000Z'.length)

/** The London day that an instant falls on. */
export const londonDay = (at: Date | Instant): LondonDay => dayOf(clocksAt(at))

/** Minutes since London's wall-clock midnight, 0 to 1439. */
export function londonMinuteOfDay(at: Date | Instant): number {
  const clocks = clocksAt(at)
  return clocks.getUTCHours() * 60 + clocks.getUTCMinutes()
}

/** The London day that an instant falls on, and the hour that its clocks show, 0 to 23. */
export function londonHour(at: Date | Instant): { day: LondonDay; hour: number } {
  const clocks = clocksAt(at)
  return { day: dayOf(clocks), hour: clocks.getUTCHours() }
}

/**
 * The instant when London's clocks show a time on `day`; right at both clock changes: the first of a time that comes twice, an hour later
 * for one that is skipped.
 */
export function instantOf(day: LondonDay, hour: number, minute = 0): Instant {
  const time = Temporal.PlainDate.from(day).toZonedDateTime({ timeZone: zone, plainTime: { hour, minute } })
  return new Date(time.epochMilliseconds).toISOString()
}

/** Returns the London time of an instant in the format of time inputs, '14:05'. For text that people read, use `spokenTimeAt`. */
export const timeText = (at: Date | Instant): string => clocksAt(at).toISOString().slice(-'00:00:00.000Z'.length, -':00.000Z'.length)

/** '2.05pm', in London. */
export const spokenTimeAt = (at: Date | Instant): string => spokenTime(timeText(at))

/** 'Fri 20 Nov, 2.05pm'. */
export const momentText = (at: Date | Instant): string => `${dayText(londonDay(at))}, ${spokenTimeAt(at)}`

/** 'Fri 20 Nov, 2.05pm to 2.50pm', with the second day if it differs; midnight ends a day. With `now`: also the year, if it is far. */
export function windowText(from: Instant, until: Instant, now?: Date): string {
  const sameDay = londonDay(from) === londonDay(new Date(Date.parse(until) - 1))
  const moment = (at: Instant) => (now ? `${dayTextFrom(londonDay(at), londonDay(now))}, ${spokenTimeAt(at)}` : momentText(at))
  return `${moment(from)} to ${sameDay ? spokenTimeAt(until) : moment(until)}`
}
