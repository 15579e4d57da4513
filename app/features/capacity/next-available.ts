import type { Selectable } from 'kysely'
import { type Instant, minutes } from '#app/platform/clock.ts'
import { londonMinuteOfDay } from '#app/platform/london.ts'
import { arrivalWindowMinutes, nextVisitMinutes } from '#content/stated.ts'
import type { BookingsTable } from '#db/tables.ts'

/**
 * Minutes until the next available engineer by the clock: 46 to 90, in a 45-minute cycle. What the banner says and an ASAP booking is
 * promised is `readNextAvailable`'s, which asks the board first.
 */
export const nextAvailableMinutes = (now: Date): number => nextVisitMinutes - (londonMinuteOfDay(now) % arrivalWindowMinutes)

/** An engineer at work now or soon: from when, and the jobs of the next hours that they have. */
interface AtWork {
  id: string
  startsAt: Instant
}

export type OpenJob = Pick<Selectable<BookingsTable>, 'engineerId' | 'status' | 'promisedFrom'>

/** As long as a usual job takes, and what is left of one that is under way. */
const jobMs = minutes(60)

const restOfJobMs = minutes(30)

/**
 * Minutes until an engineer can be with the next customer, by the board: the way there takes 45, after the jobs that the first of them to
 * be free has, and those that wait for anybody. Within the specified 45 to 90; undefined where nobody is at work: then the clock decides.
 */
export function nextFromBoard(atWork: readonly AtWork[], jobs: readonly OpenJob[], now: Date): number | undefined {
  const freeMs = new Map(atWork.map(({ id, startsAt }) => [id, Math.max(now.getTime(), Date.parse(startsAt))]))
  if (freeMs.size === 0) return undefined
  const given = jobs.filter(({ engineerId }) => engineerId !== null && freeMs.has(engineerId))
  for (const { engineerId, status, promisedFrom } of given.toSorted((a, b) => (a.promisedFrom < b.promisedFrom ? -1 : 1))) {
    const [id, begins] = [engineerId ?? '', Math.max(now.getTime(), Date.parse(promisedFrom))]
    freeMs.set(id, status === 'arrived' ? now.getTime() + restOfJobMs : Math.max(freeMs.get(id) ?? 0, begins) + jobMs)
  }
  for (const _waiting of jobs.filter(({ engineerId }) => engineerId === null)) {
    const [first] = [...freeMs].toSorted(([, a], [, b]) => a - b)
    if (first) freeMs.set(first[0], first[1] + jobMs)
  }
  const waitMinutes = Math.ceil((Math.min(...freeMs.values()) - now.getTime()) / minutes(1))
  return Math.min(nextVisitMinutes, Math.max(arrivalWindowMinutes, waitMinutes + arrivalWindowMinutes))
}
