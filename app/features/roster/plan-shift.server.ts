import { lockEngineer } from '#app/features/rota/lock-engineer.server.ts'
import { readAbsences } from '#app/features/rota/read-working-hours.server.ts'
import { shiftOf } from '#app/features/rota/shift-times.ts'
import { withoutAbsences } from '#app/features/rota/working-hours.ts'
import { recordAudit } from '#app/platform/audit.ts'
import { newId } from '#app/platform/ids.ts'
import { windowText } from '#app/platform/london.ts'
import type { Services } from '#app/platform/services.ts'
import { readEntry } from './read-entry.ts'
import { EntryNotFound, InvalidEntry, StepRefused } from './refusals.ts'
import { ShiftFields, type ShiftInput } from './roster-fields.ts'

export interface PlanShift {
  /** The id of the user; whoever calls has checked that it is staff. */
  staffId: string
  engineerId: string
  fields: ShiftInput
}

/**
 * Plans a shift, or on-call hours, by London's clocks, also over midnight and both clock changes; answers its id. The same shift again is the one that is
 * there; no two of one engineer overlap. Throws `InvalidEntry`, `EntryNotFound` or `StepRefused`.
 */
export async function planShift({ db, clock }: Services, { staffId, engineerId, fields }: PlanShift): Promise<string> {
  const entered = readEntry(ShiftFields, fields)
  const { kind } = entered
  const shift = shiftOf(entered, clock.now())
  if ('problems' in shift) throw new InvalidEntry(shift.problems)
  const { startsAt, endsAt } = shift
  return db.transaction().execute(async (tx) => {
    const engineer = await lockEngineer(tx, engineerId)
    if (!engineer) throw new EntryNotFound('There is no such engineer. Choose another one.')
    if (engineer.retiredAt) throw new StepRefused(`${engineer.name} has left. Choose someone else.`)
    const other = await tx
      .selectFrom('shifts')
      .selectAll()
      .where('engineerId', '=', engineerId)
      .where('startsAt', '<', endsAt)
      .where('endsAt', '>', startsAt)
      .orderBy('startsAt')
      .limit(1)
      .executeTakeFirst()
    if (other?.startsAt === startsAt && other.endsAt === endsAt && other.kind === kind) return other.id
    if (other)
      throw new StepRefused(
        `${engineer.name} ${other.kind === 'shift' ? 'has a shift' : 'is on call'} then: ${windowText(other.startsAt, other.endsAt)}. Remove that first.`,
      )
    const absences = await readAbsences(tx, startsAt, endsAt)
    if (withoutAbsences([{ engineerId, startsAt, endsAt }], absences).length === 0)
      throw new StepRefused(`${engineer.name} is away then. Remove the absence first.`)
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
