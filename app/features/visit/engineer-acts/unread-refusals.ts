import { spokenTimeSeen } from '#app/platform/spoken-moment.ts'
import type { Instant } from '#app/values/clock.ts'
import { actAt, type QueuedAct, readRefusal } from '../queued-act.ts'
import type { RefusedAct } from '../reported-acts.server.ts'

/**
 * Returns the refused acts that an engineer has not read about: those `known` to the server when the page's data was read, and those on
 * this phone. Those read on this phone are left out even if the server's list is older. `job`: the page's job.
 */
export function unreadRefusals(
  known: readonly RefusedAct[],
  acts: readonly QueuedAct[],
  now: Instant,
  job?: { id: string; name: string },
): RefusedAct[] {
  const listed = new Set(known.map(({ key }) => key))
  const read = new Set(acts.flatMap(({ kind, fields }) => (kind === readRefusal ? [fields.refused] : [])))
  const here = acts.filter(({ key, kind, state }) => state === 'refused' && kind !== readRefusal && !listed.has(key))
  return [
    ...known,
    ...here.map((act) => ({
      ...{ key: act.key, bookingId: act.bookingId, at: spokenTimeSeen(actAt(act), now), reason: act.says ?? '' },
      ...(job && { name: act.bookingId === job.id ? job.name : 'Another job' }),
    })),
  ].filter(({ key }) => !read.has(key))
}
