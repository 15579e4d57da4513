import type { Transaction } from 'kysely'
import { readAbsences, shiftsTouching } from '#app/features/capacity/read-working-hours.server.ts'
import { ofPerson, personNotFound, type RotaPerson, readPeopleOf } from '#app/features/capacity/rota-people.server.ts'
import { type Away, timeAway, withoutAbsences } from '#app/features/capacity/working-hours.ts'
import { recordAudit } from '#app/platform/audit.ts'
import type { Services } from '#app/platform/services.ts'
import { hours, later, toInstant } from '#app/values/clock.ts'
import { newId } from '#app/values/ids.ts'
import type { Tables } from '#db/tables.ts'
import { changeHours, readJobsAtStake } from './guards/jobs-at-stake.server.ts'
import { readEntry } from './read-entry.ts'
import type { StakedJob } from './refusals.ts'
import { AbsenceFields, type AbsenceInput } from './roster-fields.ts'

interface RecordAbsence {
  /** The id of the user. The caller has checked that they are staff. */
  staffId: string
  personId: string
  fields: AbsenceInput
  /** The ids of the jobs that they were shown, and agreed to take from the engineer. */
  jobsSeen?: readonly string[]
}

const reasons = { holiday: 'on holiday', sickness: 'off sick', other: 'away' } as const

/**
 * Records an absence; returns its id, or that of an identical one. Their shifts stay in the rota without those hours; jobs in that time
 * wait for another engineer, and their history has the reason. Throws `InvalidEntry`, `EntryNotFound`, `JobsAtStake` unless each of the
 * jobs was seen, and each booking that no one else is free for, or `StepRefused` if the engineer has arrived.
 */
export async function recordAbsence(services: Services, { staffId, personId, fields, jobsSeen = [] }: RecordAbsence): Promise<string> {
  const entered = readEntry(AbsenceFields, fields)
  const away = { personId, ...entered }
  const id = await services.db.transaction().execute(async (tx) => {
    const [person] = await readPeopleOf(tx, [personId])
    if (!person) throw personNotFound()
    const because = reasons[entered.kind]
    return changeHours(services, tx, {
      ...{ staffId, jobsSeen, rota: person.rota, personIds: [personId], span: timeAway(away) },
      readAtStake: () => readJobsAway(tx, away),
      handOver: (_booking, name) => ({
        engineerId: null,
        text: `unassigned ${name}, who is ${because}`,
        note: `${name} is ${because}`,
      }),
      change: () => writeAbsence(services, tx, { person, away, staffId }),
    })
  })
  services.jobsAdded()
  return id
}

type Absence = ReturnType<typeof AbsenceFields.parse> & { personId: string }

/** Returns the id of the absence, or of an identical one. */
async function writeAbsence(
  { clock }: Services,
  tx: Transaction<Tables>,
  { person, away: { personId, ...away }, staffId }: { person: RotaPerson; away: Absence; staffId: string },
): Promise<string> {
  const { from, until } = timeAway({ personId, ...away })
  const same = (await readAbsences(tx, from, until)).find(
    (other) =>
      other.personId === personId &&
      other.kind === away.kind &&
      other.firstDay === away.firstDay &&
      other.lastDay === away.lastDay &&
      other.fromTime === away.fromTime &&
      other.untilTime === away.untilTime,
  )
  if (same) return same.id
  const [id, now] = [newId(), clock.now()]
  await tx
    .insertInto('absences')
    .values({ id, ...away, ...ofPerson(person), createdAt: toInstant(now) })
    .execute()
  const { firstDay, lastDay } = away
  // The reason is private: the log only has the absence.
  await recordAudit(tx, now, {
    actor: staffId,
    action: 'absence.record',
    subject: personId,
    detail: { absence: id, firstDay, lastDay },
  })
  return id
}

/** Jobs while an engineer is away, to the end of a shift that begins in that time. */
async function readJobsAway(tx: Transaction<Tables>, away: Away): Promise<StakedJob[]> {
  const { personId } = away
  const { from, until } = timeAway(away)
  const shifts = await shiftsTouching(tx, later(from, -hours(26)), later(until, hours(26)))
    .selectAll()
    .where('personId', '=', personId)
    .execute()
  const kept = withoutAbsences(shifts, [away, ...(await readAbsences(tx, from, until))])
  const lost = [{ personId, startsAt: from, endsAt: until }, ...shifts.filter((shift) => !kept.includes(shift))]
  return readJobsAtStake(tx, lost, kept)
}

interface RemoveAbsence {
  /** The id of the user. The caller has checked that they are staff. */
  staffId: string
  absenceId: string
}

/** Removes an absence, so that the shifts in that time are worked again; does nothing if it is gone already. */
export async function removeAbsence({ db, clock }: Services, { staffId, absenceId }: RemoveAbsence): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const removed = await tx.deleteFrom('absences').where('id', '=', absenceId).returningAll().executeTakeFirst()
    if (!removed) return
    const { personId, firstDay, lastDay } = removed
    await recordAudit(tx, clock.now(), {
      actor: staffId,
      action: 'absence.remove',
      subject: personId,
      detail: { absence: absenceId, firstDay, lastDay },
    })
  })
}
