import type { Shift } from '#app/features/roster/read-roster.server.ts'
import { toInstant } from '#app/platform/clock.ts'
import { londonDay, momentText, timeText } from '#app/platform/london.ts'

/** When somebody works, by their shifts: 'on until 18:00', 'from 18:00', 'from Fri 20 Nov, 08:00', 'off'. */
export function shiftWords(shifts: readonly Shift[], now: Date): string {
  const at = toInstant(now)
  const present = shifts.find(({ startsAt, endsAt }) => startsAt <= at && at < endsAt)
  if (present) return `on until ${timeText(present.endsAt)}`
  const next = shifts.filter(({ startsAt }) => startsAt > at).toSorted((a, b) => (a.startsAt < b.startsAt ? -1 : 1))[0]
  if (!next) return 'off'
  return `from ${londonDay(next.startsAt) === londonDay(now) ? timeText(next.startsAt) : momentText(next.startsAt)}`
}
