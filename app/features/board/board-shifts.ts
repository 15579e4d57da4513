import type { WorkingHours } from '#app/features/rota/read-working-hours.server.ts'
import { toInstant } from '#app/platform/clock.ts'
import { londonDay, momentText, timeText } from '#app/platform/london.ts'

/** When somebody works, by their hours: 'on until 18:00', 'on call until 08:00', 'from 18:00', 'from Fri 20 Nov, 08:00', 'off'. */
export function shiftWords(hours: readonly Pick<WorkingHours, 'startsAt' | 'endsAt' | 'kind'>[], now: Date): string {
  const at = toInstant(now)
  const present = hours.find(({ startsAt, endsAt }) => startsAt <= at && at < endsAt)
  if (present) return `${present.kind === 'on-call' ? 'on call' : 'on'} until ${timeText(present.endsAt)}`
  const next = hours.filter(({ startsAt }) => startsAt > at).toSorted((a, b) => (a.startsAt < b.startsAt ? -1 : 1))[0]
  if (!next) return 'off'
  const from = londonDay(next.startsAt) === londonDay(now) ? timeText(next.startsAt) : momentText(next.startsAt)
  return `${next.kind === 'on-call' ? 'on call from' : 'from'} ${from}`
}
