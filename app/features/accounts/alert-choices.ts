import { instantOf, londonDay, timeText } from '#app/platform/london.ts'
import { type Instant, toInstant } from '#app/values/clock.ts'
import { addDays } from '#app/values/day.ts'
import type { AuthUsersTable } from '#db/tables/accounts.ts'

/* The alerts that someone has on their devices, and the hours in which their phone is quiet. */

/** Kinds of alerts: jobs that no engineer has, an engineer's own jobs, new bookings, customers' messages, reviews, and faults of the site. */
export const alertKinds = ['open_jobs', 'own_jobs', 'bookings', 'messages', 'reviews', 'alarms'] as const
export type AlertKind = (typeof alertKinds)[number]

/** The kinds of someone who has chosen none: a phone that rings for every booking would soon be silenced. */
const usualKinds: readonly string[] = ['open_jobs', 'own_jobs', 'alarms'] satisfies AlertKind[]

type Chosen = Pick<AuthUsersTable, 'alertKinds' | 'quietFrom' | 'quietUntil'>

/** Returns true if someone has alerts of a kind. */
export const takesAlerts = ({ alertKinds: chosen }: Pick<Chosen, 'alertKinds'>, kind: AlertKind): boolean =>
  (chosen === null ? usualKinds : (JSON.parse(chosen) as readonly string[])).includes(kind)

/** The times between which someone's phone is quiet, '22:00'; both the same: never. */
export const quietHoursOf = ({ quietFrom, quietUntil }: Pick<Chosen, 'quietFrom' | 'quietUntil'>) => ({
  from: quietFrom ?? '22:00',
  until: quietUntil ?? '07:00',
})

/** The end of the quiet hours that someone has at `now`, in London; undefined if their phone may sound. */
export function quietEnd(user: Pick<Chosen, 'quietFrom' | 'quietUntil'>, now: Date): Instant | undefined {
  const { from, until } = quietHoursOf(user)
  const time = timeText(now)
  const isOverMidnight = from > until
  if (isOverMidnight ? time < from && time >= until : time < from || time >= until) return undefined
  const day = isOverMidnight && time >= from ? addDays(londonDay(now), 1) : londonDay(now)
  const [hour = 0, minute = 0] = until.split(':').map(Number)
  const end = instantOf(day, hour, minute)
  // In an hour that comes twice, the first end counts.
  return end > toInstant(now) ? end : undefined
}
