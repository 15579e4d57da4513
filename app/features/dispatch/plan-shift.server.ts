import { lockEngineer } from '#app/features/accounts/lock-accounts.server.ts'
import { EntryNotFound, StepRefused } from '#app/features/booking/refusals.ts'
import { shiftOf } from '#app/features/capacity/shift-times.ts'
import { recordAudit } from '#app/platform/audit.ts'
import { InvalidEntry } from '#app/platform/errors.ts'
import type { Services } from '#app/platform/services.ts'
import { newId } from '#app/values/ids.ts'
import { changeHours, readJobsAtStake, spanOf } from './guards/jobs-at-stake.server.ts'
import { readOtherShifts, requireFree } from './guards/require-free.server.ts'
import { readEntry } from './read-entry.ts'
import { ShiftFields, type ShiftInput } from './roster-fields.ts'

export interface PlanShift {
  /** The id of the user. The caller has checked that they are staff. */
  staffId: string
  engineerId: string
  fields: ShiftInput
}

/**
 * Plans a shift, or on-call hours, by London's clocks, also over midnight and both clock changes; returns its id. The same shift again
 * returns the existing one; shifts of one engineer don't overlap. Throws `InvalidEntry`, `EntryNotFound` or `StepRefused`.
 */
export async function planShift({ db, clock }: Services, { staffId, engineerId, fields }: PlanShift): Promise<string> {
  const entered = readEntry(ShiftFields, fields)
  const { kind } = entered
  const shift = shiftOf(entered, clock.now())
  if ('problems' in shift) throw new InvalidEntry(shift.problems)
  const { startsAt, endsAt } = shift
  return db.transaction().execute(async (tx) => {
    const engineer = await lockEngineer(tx, engineerId)
    if (!engineer) throw new EntryNotFound('We can’t find that engineer. Choose another one.')
    if (engineer.retiredAt) throw new StepRefused(`${engineer.name} has left. Choose someone else.`)
    const same = await tx
      .selectFrom('shifts')
      .select('id')
      .where('engineerId', '=', engineerId)
      .where('startsAt', '=', startsAt)
      .where('endsAt', '=', endsAt)
      .where('kind', '=', kind)
      .executeTakeFirst()
    if (same) return same.id
    await requireFree(tx, engineer, { startsAt, endsAt })
    const id = newId()
    await tx.insertInto('shifts').values({ id, engineerId, startsAt, endsAt, kind }).execute()
    await recordAudit(tx, clock.now(), {
      actor: staffId,
      action: 'shift.plan',
      subject: engineerId,
      detail: { shift: id, startsAt, endsAt },
    })
    return id
  })
}

export interface ChangeShift {
  /** The id of the user. The caller has checked that they are staff. */
  staffId: string
  shiftId: string
  fields: ShiftInput
  /** The ids of the jobs that they were shown, and agreed to take from the engineer. */
  jobsSeen?: readonly string[]
}

/**
 * Gives a shift other times. Jobs that begin in them stay; others wait for another engineer, and their history has the reason. Throws
 * `InvalidEntry`, `EntryNotFound`, `JobsAtStake` unless each of those was seen, or `StepRefused`.
 */
export async function changeShift(services: Services, { staffId, shiftId, fields, jobsSeen = [] }: ChangeShift): Promise<void> {
  const entered = readEntry(ShiftFields, fields)
  const times = shiftOf(entered, services.clock.now())
  if ('problems' in times) throw new InvalidEntry(times.problems)
  await services.db.transaction().execute(async (tx) => {
    const shift = await tx.selectFrom('shifts').selectAll().where('id', '=', shiftId).executeTakeFirst()
    if (!shift) throw new EntryNotFound('This shift no longer exists. Please check the rota again.')
    const { engineerId } = shift
    const write = async () => {
      const engineer = await lockEngineer(tx, engineerId)
      if (engineer) await requireFree(tx, engineer, times, [shiftId])
      const changed = await tx
        .updateTable('shifts')
        .set({ ...times, kind: entered.kind })
        .where('id', '=', shiftId)
        .where('engineerId', '=', engineerId)
        .executeTakeFirst()
      if (changed.numUpdatedRows === 0n) throw new EntryNotFound('This shift no longer exists. Please check the rota again.')
      const detail = { shift: shiftId, ...times }
      await recordAudit(tx, services.clock.now(), { actor: staffId, action: 'shift.change', subject: engineerId, detail })
    }
    await changeHours(services, tx, {
      ...{ staffId, jobsSeen, engineerIds: [engineerId], span: spanOf([shift, times]) },
      async readAtStake() {
        const others = await readOtherShifts(tx, shift, { engineerIds: [engineerId], without: [shiftId] })
        return readJobsAtStake(tx, [shift], [...others, { engineerId, ...times }])
      },
      handOver: (_booking, name) => ({
        engineerId: null,
        text: `unassigned ${name}: their shift times changed`,
        note: `${name}’s shift times changed`,
      }),
      change: write,
    })
  })
  services.jobsAdded()
}
