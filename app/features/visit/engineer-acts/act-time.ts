import { clockOffsetMs, type DeviceTime, happenedAt } from '#app/platform/device-time.ts'
import { hours, type Instant, later, minutes } from '#app/values/clock.ts'
import type { EngineerActsTable } from '#db/tables/visit.ts'

interface ActTime {
  /** The corrected time. */
  at: Instant
  phoneAt: Instant | null
  correction: EngineerActsTable['correction']
}

/** The largest error of a phone's clock that is corrected: a century, since one whose battery was flat may start in 1970. */
export const longestClockErrorMs = hours(24) * 36_525

/** Clocks and connections differ by less than this: it isn't mentioned. */
const toleranceMs = minutes(2)

/**
 * Returns the time of an act. The phone's time is corrected by the error of its clock, measured when sending unless known before. It is
 * never after `receivedAt`, nor before `notBefore`: the last event of the booking's history. Without a phone's time it is now.
 */
export function actTime(phone: DeviceTime | undefined, { receivedAt, notBefore }: { receivedAt: Instant; notBefore: Instant }): ActTime {
  if (!phone) return { at: receivedAt, phoneAt: null, correction: null }
  const offsetMs = clockOffsetMs(phone, receivedAt)
  const at = happenedAt(phone, { receivedAt, notBefore })
  const isMoved = Math.abs(Date.parse(at) - Date.parse(later(phone.at, offsetMs))) > toleranceMs
  return { at, phoneAt: phone.at, correction: isMoved ? 'bounds' : Math.abs(offsetMs) > toleranceMs ? 'clock' : null }
}

/** Returns the history's note for a time other than that of the report: '' or ' at 10.15am'; `spokenTime`: an instant in words, at `now`. */
export function actTimeText({ at, correction }: ActTime, now: Instant, spokenTime: (at: Instant, now: Instant) => string): string {
  const when = later(at, toleranceMs) < now ? ` at ${spokenTime(at, now)}` : ''
  if (correction === 'clock') return `${when} (the phone’s clock was wrong, so we corrected the time)`
  return correction === 'bounds' ? `${when} (the phone gave a time that can’t be right, so we corrected it)` : when
}
