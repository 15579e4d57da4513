import type { Selectable, Transaction } from 'kysely'
import { StepRefused } from '#app/features/booking/refusals.ts'
import { readAbsences, shiftsTouching } from '#app/features/capacity/read-working-hours.server.ts'
import { spanOf, withoutAbsences } from '#app/features/capacity/working-hours.ts'
import { recordAudit } from '#app/platform/audit.ts'
import { instantOf } from '#app/platform/london.ts'
import type { Services } from '#app/platform/services.ts'
import { toInstant } from '#app/values/clock.ts'
import { addDays, type LondonDay } from '#app/values/day.ts'
import type { ShiftsTable } from '#db/tables/capacity.ts'
import type { Tables } from '#db/tables.ts'
import { changeHours, readJobsAtStake } from './guards/jobs-at-stake.server.ts'
import { shiftChanged } from './plan-shift.server.ts'
import type { StakedJob } from './refusals.ts'

interface Dropping {
  /** The id of the user. The caller has checked that they are staff. */
  staffId: string
  /** The ids of the jobs that they were shown, and agreed to take from the engineers. */
  jobsSeen?: readonly string[]
}

/** Unfinished shifts of some people that begin on some days. */
export interface ShiftsOfDays {
  personIds: readonly string[]
  firstDay: LondonDay
  /** Included. */
  lastDay: LondonDay
}

type Row = Selectable<ShiftsTable>

/**
 * Removes a shift; does nothing if it is gone already. Its jobs then wait for another engineer, and their history has the reason. Throws
 * `JobsAtStake` unless each was seen, and each booking that no one else is free for, or `StepRefused` if the engineer has arrived.
 */
export const dropShift = async (services: Services, { shiftId, ...dropping }: Dropping & { shiftId: string }): Promise<void> => {
  await dropAll(services, dropping, (tx) => tx.selectFrom('shifts').selectAll().where('id', '=', shiftId).execute())
}

/** Removes the shifts of some people and days in the same way, all or none; returns how many there were. */
export const dropShifts = (services: Services, { staffId, jobsSeen, ...which }: Dropping & ShiftsOfDays): Promise<number> =>
  dropAll(services, { staffId, jobsSeen }, (tx) => readShiftsToDrop({ db: tx, clock: services.clock }, which))

/** Returns the shifts that `dropShifts` would remove. */
export async function readShiftsToDrop(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  { personIds, firstDay, lastDay }: ShiftsOfDays,
): Promise<Row[]> {
  if (personIds.length === 0) return []
  const [from, until] = [instantOf(firstDay, 0), instantOf(addDays(lastDay, 1), 0)]
  return await shiftsTouching(db, from, until)
    .selectAll()
    .where('personId', 'in', personIds)
    .where('startsAt', '>=', from)
    .where('shifts.endsAt', '>', toInstant(clock.now()))
    .orderBy('startsAt')
    .orderBy('id')
    .execute()
}

async function dropAll(
  services: Services,
  { staffId, jobsSeen = [] }: Dropping,
  readShifts: (tx: Transaction<Tables>) => Promise<Row[]>,
): Promise<number> {
  const count = await services.db.transaction().execute(async (tx) => {
    const shifts = await readShifts(tx)
    if (shifts.length === 0) return 0
    await changeHours(services, tx, {
      ...{ staffId, jobsSeen, personIds: [...new Set(shifts.map(({ personId }) => personId))], span: spanOf(shifts) },
      rota: shifts.every(({ userId }) => userId) ? 'desk' : 'engineers',
      readAtStake: () => readJobsOf(tx, shifts),
      handOver: (_booking, name) => ({
        engineerId: null,
        text: `unassigned ${name}: their shift was removed`,
        note: `${name}’s shift was removed`,
      }),
      change: () => deleteShifts(services, tx, shifts, staffId),
    })
    return shifts.length
  })
  services.jobsAdded()
  return count
}

async function deleteShifts({ clock }: Services, tx: Transaction<Tables>, shifts: readonly Row[], staffId: string): Promise<void> {
  for (const { id, personId, startsAt, endsAt, kind } of shifts) {
    const dropped = await tx
      .deleteFrom('shifts')
      .where(({ and }) => and({ id, personId, startsAt, endsAt, kind }))
      .returning('id')
      .executeTakeFirst()
    // A colleague may have changed or removed it before it was locked: its jobs are no longer those that were asked about.
    if (!dropped && (await tx.selectFrom('shifts').select('id').where('id', '=', id).executeTakeFirst()))
      throw new StepRefused(shiftChanged)
    if (!dropped) continue
    await recordAudit(tx, clock.now(), {
      actor: staffId,
      action: 'shift.drop',
      subject: personId,
      detail: { shift: id, startsAt, endsAt },
    })
  }
}

/** The jobs that shifts would leave behind. */
async function readJobsOf(tx: Transaction<Tables>, shifts: readonly Row[]): Promise<StakedJob[]> {
  const { from, until } = spanOf(shifts)
  const ids = new Set(shifts.map(({ id }) => id))
  const all = await shiftsTouching(tx, from, until).selectAll().execute()
  const absences = await readAbsences(tx, from, until)
  return readJobsAtStake(
    tx,
    withoutAbsences(shifts, absences),
    withoutAbsences(
      all.filter(({ id }) => !ids.has(id)),
      absences,
    ),
  )
}
