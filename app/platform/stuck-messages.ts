import type { Kysely } from 'kysely'
import { hours, type Instant, later, minutes } from '#app/values/clock.ts'
import type { Tables } from '#db/tables.ts'
import { alarmingKinds, type JobKind } from './retry-schedule.ts'
import type { Services } from './services.ts'

/** Messages unsent for this long are reported to staff. */
const stuckAfterMs = minutes(1)
/** Further unsent ones aren't counted: readers open the list. */
export const mostStuck = 100

/** The query for unsent messages: waiting for a minute or more, or given up and not sent again. Oldest first. */
export const stuckMessages = (db: Kysely<Tables>, now: Date) => unsentSince(db, later(now, -stuckAfterMs))

function unsentSince(db: Kysely<Tables>, since: Instant) {
  const unsent = (kind: JobKind, state: 'waiting' | 'dead') => {
    const query = db
      .selectFrom('jobs')
      .select('createdAt')
      .where('kind', '=', kind)
      .where('state', '=', state)
      .where('replayedAs', 'is', null)
      .where('createdAt', '<=', since)
    return db.selectFrom(query.orderBy('createdAt').limit(mostStuck).as('part')).select('part.createdAt')
  }
  return (['waiting', 'dead'] as const)
    .flatMap((state) => alarmingKinds(state).map((kind) => unsent(kind, state)))
    .reduce((all, part) => all.unionAll(part))
    .orderBy('createdAt')
    .limit(mostStuck)
}

/** Returns the number of messages unsent for a minute or more, `mostStuck` at most, and the oldest's time; undefined if there are none. */
export async function readStuck({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<{ count: number; since: Instant } | undefined> {
  const unsent = await stuckMessages(db, clock.now()).execute()
  const [oldest] = unsent
  return oldest && { count: unsent.length, since: oldest.createdAt }
}

/** The same for those that wait for an hour or more, or were given up after `since`: owners are alarmed about these. */
export async function readLongUnsent(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  since: Instant,
): Promise<{ count: number; since: Instant } | undefined> {
  const unsent = await db
    .selectFrom('jobs')
    .select('createdAt')
    .where('replayedAs', 'is', null)
    .where(({ eb, or, and }) =>
      or([
        and([
          eb('state', '=', 'waiting'),
          eb('kind', 'in', alarmingKinds('waiting')),
          eb('createdAt', '<=', later(clock.now(), -hours(1))),
        ]),
        and([eb('state', '=', 'dead'), eb('kind', 'in', alarmingKinds('dead')), eb('finishedAt', '>', since)]),
      ]),
    )
    .orderBy('createdAt')
    .limit(mostStuck)
    .execute()
  const [oldest] = unsent
  return oldest && { count: unsent.length, since: oldest.createdAt }
}
