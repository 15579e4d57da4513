import type { Kysely } from 'kysely'
import type { Services } from '#app/platform/services.ts'
import { type Instant, later, minutes, toInstant } from '#app/values/clock.ts'
import type { MonitorRoundsTable } from '#db/tables/running.ts'
import type { Tables } from '#db/tables.ts'
import { slotOf } from '../uptime-rounds.ts'

/** A start this soon after the last round doesn't cause another: instances start together. */
const startGapMs = minutes(1)

/**
 * Returns true if this instance does the round: the update of a row ensures that exactly one does. `atStart`: a round is done even if this
 * period has had one, unless that was just now. A clock that was set back does not stop the rounds.
 */
export async function claimRound(
  { db, clock }: Pick<Services, 'clock'> & { db: Kysely<Tables> },
  kind: MonitorRoundsTable['kind'],
  { roundMs, atStart = false }: { roundMs: number; atStart?: boolean },
): Promise<boolean> {
  const now = clock.now()
  const [slot, claimedAt]: [Instant, Instant] = [slotOf(now, roundMs), toInstant(now)]
  const claimed = await db
    .insertInto('monitorRounds')
    .values({ kind, slot, claimedAt })
    .onConflict((conflict) =>
      conflict
        .column('kind')
        .doUpdateSet({ slot, claimedAt })
        .where(({ eb, or }) =>
          or([
            eb('monitorRounds.slot', '<', slot),
            eb('monitorRounds.slot', '>', later(slot, roundMs)),
            ...(atStart ? [eb('monitorRounds.claimedAt', '<=', later(now, -startGapMs))] : []),
          ]),
        ),
    )
    .returning('kind')
    .executeTakeFirst()
  return claimed !== undefined
}
