import { lockEngineer } from '#app/features/rota/lock-engineer.server.ts'
import { shiftOf } from '#app/features/rota/shift-times.ts'
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
 * Plans a shift by London's clocks, also over midnight and both clock changes; answers its id. The same shift again is the one that is
 * there; no two of one engineer overlap. Throws `InvalidEntry`, `EntryNotFound` or `StepRefused`.
 */
export async function planShift({ db, clock }: Services, { staffId, engineerId, fields }: PlanShift): Promise<string> {
  const shift = shiftOf(readEntry(ShiftFields, fields), clock.now())
  if ('problems' in shift) throw new InvalidEntry(shift.problems)
  const { startsAt, endsAt } = shift
  return db.transaction().execute(async (tx) => {
    const engineer = await lockEngineer(tx, engineerId)
    if (!engineer) throw new EntryNotFound('There is no such engineer. Choose another one.')
    if (engineer.retiredAt) throw new StepRefused(`${engineer.name} does not work with us any more. Choose somebody else.`)
    const other = await tx
      .selectFrom('shifts')
      .selectAll()
      .where('engineerId', '=', engineerId)
      .where('startsAt', '<', endsAt)
      .where('endsAt', '>', startsAt)
      .orderBy('startsAt')
      .limit(1)
      .executeTakeFirst()
    if (other?.startsAt === startsAt && other.endsAt === endsAt) return other.id
    if (other)
      throw new StepRefused(`${engineer.name} has a shift then: ${windowText(other.startsAt, other.endsAt)}. Take that one out first.`)
    const id = newId()
    await tx.insertInto('shifts').values({ id, engineerId, startsAt, endsAt }).execute()
    await recordAudit(tx, clock.now(), {
      actor: staffId,
      action: 'shift.plan',
      subject: engineerId,
      detail: { shift: id, startsAt, endsAt },
    })
    return id
  })
}
