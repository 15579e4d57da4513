import type { Selectable } from 'kysely'
import { EntryNotFound, StepRefused } from '#app/features/booking/refusals.ts'
import { lockRotaPerson, ofPerson, rotaOf } from '#app/features/capacity/rota-people.server.ts'
import { shiftOf } from '#app/features/capacity/shift-times.ts'
import { spanOf } from '#app/features/capacity/working-hours.ts'
import { recordAudit } from '#app/platform/audit.ts'
import { InvalidEntry } from '#app/platform/errors.ts'
import type { Services } from '#app/platform/services.ts'
import { newId } from '#app/values/ids.ts'
import type { ShiftsTable } from '#db/tables/capacity.ts'
import { changeHours, readJobsAtStake } from './guards/jobs-at-stake.server.ts'
import { readOtherShifts, requireFree } from './guards/require-free.server.ts'
import { readEntry } from './read-entry.ts'
import { ShiftFields, type ShiftInput } from './roster-fields.ts'

interface PlanShift {
  /** The id of the user. The caller has checked that they are staff. */
  staffId: string
  personId: string
  fields: ShiftInput
}

/**
 * Plans a shift, or on-call hours, by London's clocks, also over midnight and both clock changes; returns its id. The same shift again
 * returns the existing one; shifts of one person don't overlap. Throws `InvalidEntry`, `EntryNotFound` or `StepRefused`.
 */
export async function planShift({ db, clock }: Services, { staffId, personId, fields }: PlanShift): Promise<string> {
  const { startsAt, endsAt, kind } = readShift(fields, clock.now())
  return db.transaction().execute(async (tx) => {
    const person = await lockRotaPerson(tx, personId)
    if (person.retiredAt) throw new StepRefused(`${person.name} has left. Choose someone else.`)
    const same = await tx
      .selectFrom('shifts')
      .select('id')
      .where('personId', '=', personId)
      .where('startsAt', '=', startsAt)
      .where('endsAt', '=', endsAt)
      .where('kind', '=', kind)
      .executeTakeFirst()
    if (same) return same.id
    await requireFree(tx, person, { startsAt, endsAt })
    const id = newId()
    await tx
      .insertInto('shifts')
      .values({ id, ...ofPerson(person), startsAt, endsAt, kind })
      .execute()
    await recordAudit(tx, clock.now(), {
      actor: staffId,
      action: 'shift.plan',
      subject: personId,
      detail: { shift: id, startsAt, endsAt },
    })
    return id
  })
}

interface ChangeShift {
  /** The id of the user. The caller has checked that they are staff. */
  staffId: string
  shiftId: string
  fields: ShiftInput
  /** `shiftSeen` of the shift as its page showed it; absent: any state. */
  seen?: string
  /** The ids of the jobs that they were shown, and agreed to take from an engineer. */
  jobsSeen?: readonly string[]
}

/**
 * Gives a shift other times, unless a colleague has changed it since it was shown. Jobs that begin in them stay; others wait for another
 * engineer, and their history has the reason. Throws `InvalidEntry`, `EntryNotFound`, `JobsAtStake` unless each of those was seen, or
 * `StepRefused`.
 */
export async function changeShift(services: Services, { staffId, shiftId, fields, seen, jobsSeen = [] }: ChangeShift): Promise<void> {
  const { kind, ...times } = readShift(fields, services.clock.now())
  await services.db.transaction().execute(async (tx) => {
    const shift = await tx.selectFrom('shifts').selectAll().where('id', '=', shiftId).executeTakeFirst()
    if (!shift) throw new EntryNotFound('This shift no longer exists. Please check the rota again.')
    const { personId } = shift
    if (seen !== undefined && seen !== shiftSeen(shift)) throw new StepRefused(shiftChanged)
    const write = async () => {
      await requireFree(tx, await lockRotaPerson(tx, personId), times, [shiftId])
      const changed = await tx
        .updateTable('shifts')
        .set({ ...times, kind })
        .where('id', '=', shiftId)
        .where('personId', '=', personId)
        .where('startsAt', '=', shift.startsAt)
        .where('endsAt', '=', shift.endsAt)
        .where('kind', '=', shift.kind)
        .executeTakeFirst()
      if (changed.numUpdatedRows === 0n) throw new StepRefused(shiftChanged)
      const detail = { shift: shiftId, ...times }
      await recordAudit(tx, services.clock.now(), { actor: staffId, action: 'shift.change', subject: personId, detail })
    }
    await changeHours(services, tx, {
      ...{ staffId, jobsSeen, rota: rotaOf(shift), personIds: [personId], span: spanOf([shift, times]) },
      async readAtStake() {
        const others = await readOtherShifts(tx, shift, { personIds: [personId], without: [shiftId] })
        return readJobsAtStake(tx, [shift], [...others, { personId, ...times }])
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

/** A shift as staff entered it. Throws `InvalidEntry`. */
function readShift(fields: ShiftInput, now: Date) {
  const entered = readEntry(ShiftFields, fields)
  const times = shiftOf(entered, now)
  if ('problems' in times) throw new InvalidEntry(times.problems)
  return { ...times, kind: entered.kind }
}

/** A shift as it is shown: sent back, so that a change doesn't overwrite a colleague's. */
export const shiftSeen = ({ personId, startsAt, endsAt, kind }: Selectable<ShiftsTable>): string =>
  `${personId} ${startsAt} ${endsAt} ${kind}`

export const shiftChanged = 'Someone has just changed this. Check the rota again.'
