import { listText } from '#app/platform/list-text.ts'
import { spokenTimeAt } from '#app/platform/london.ts'
import type { Services } from '#app/platform/services.ts'
import { nextReaches, reachSteps } from '../rungs.ts'
import { mayClimb, selectEscalable } from './escalable.server.ts'
import { type Person, readReachable, type Try, triesAt } from './reachable.server.ts'

/** The next step for a job that no engineer has: 'Next: call to Dan O., 3.05am.', and '2 people tried.', or ''. */
export interface NextReach {
  text: string
  tried: string
  /** No one is left to reach: staff call an engineer themselves. */
  isLast: boolean
}

/** The next step for each of some bookings that climb, by their ids; in the same number of queries however many climb. */
export async function readNextReaches(
  services: Pick<Services, 'db' | 'clock' | 'config'>,
  ids: readonly string[],
): Promise<Map<string, NextReach>> {
  const { db, clock } = services
  const now = clock.now()
  if (ids.length === 0) return new Map()
  const found = await selectEscalable(db)
    .select(['bookings.id', 'service'])
    .where('bookings.id', 'in', ids)
    .where((eb) => mayClimb(eb, now))
    .execute()
  const climbing = found.filter((booking) => reachSteps(booking, now).length > 0)
  if (climbing.length === 0) return new Map()
  const peopleAt = await readReachable(services, now)
  const counts = await db
    .selectFrom('reachAttempts')
    .select(({ fn }) => ['bookingId', fn.count<number | string>('personId').distinct().as('people')])
    .where(
      'bookingId',
      'in',
      climbing.map(({ id }) => id),
    )
    .groupBy('bookingId')
    .execute()
  return new Map(
    climbing.map((booking) => {
      const tried = Number(counts.find(({ bookingId }) => bookingId === booking.id)?.people ?? 0)
      const next = nextReaches(booking, now)
        .map(({ at, reaches }) => ({ at, tries: triesAt(services, { booking, people: peopleAt(new Date(at)), reaches }) }))
        .find(({ tries }) => tries.length > 0)
      const text = next ? `Next: ${whoText(next.tries)}, ${spokenTimeAt(next.at)}.` : 'No one else to try: call an engineer.'
      return [
        booking.id,
        { text, isLast: next === undefined, tried: tried > 0 ? `${tried}\u00a0${tried === 1 ? 'person' : 'people'} tried.` : '' },
      ]
    }),
  )
}

const howWords = { call: 'call to', text: 'text to', push: 'alert to', email: 'email to' } as const
/** The surest first: it is the one that is named. */
const hows = ['call', 'text', 'push', 'email'] as const
const mostNames = 2

/** 'call to Dan O.', 'text to Dan O., Mia N. and 2 more'. */
function whoText(tries: readonly { person: Person; channel: Try['channel'] }[]): string {
  const how = hows.find((each) => tries.some(({ channel }) => channel === each)) ?? 'email'
  const names = [...new Map(tries.filter(({ channel }) => channel === how).map(({ person }) => [person.id, person.name])).values()]
  const more = names.length - mostNames
  return `${howWords[how]} ${listText(more > 0 ? [...names.slice(0, mostNames), `${more} more`] : names)}`
}
