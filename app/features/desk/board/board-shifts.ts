import type { WorkingHours } from '#app/features/capacity/read-working-hours.server.ts'
import { londonDay, momentText, spokenTimeAt } from '#app/platform/london.ts'
import { toInstant } from '#app/values/clock.ts'

/** When someone works, by their hours: 'on until 6pm', 'on call until 8am', 'from 6pm', 'from Fri 20 Nov, 8am', 'off'. */
export function shiftWords(hours: readonly Pick<WorkingHours, 'startsAt' | 'endsAt' | 'kind'>[], now: Date): string {
  const at = toInstant(now)
  const present = hours.find(({ startsAt, endsAt }) => startsAt <= at && at < endsAt)
  if (present) return `${present.kind === 'on-call' ? 'on call' : 'on'} until ${spokenTimeAt(present.endsAt)}`
  const next = hours.filter(({ startsAt }) => startsAt > at).toSorted((a, b) => (a.startsAt < b.startsAt ? -1 : 1))[0]
  if (!next) return 'off'
  const from = londonDay(next.startsAt) === londonDay(now) ? spokenTimeAt(next.startsAt) : momentText(next.startsAt)
  return `${next.kind === 'on-call' ? 'on call from' : 'from'} ${from}`
}
