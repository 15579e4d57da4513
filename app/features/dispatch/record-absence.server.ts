import type { Transaction } from 'kysely'
import { EntryNotFound } from '#app/features/booking/refusals.ts'
import { readAbsences, shiftsTouching } from '#app/features/capacity/read-working-hours.server.ts'
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

export interface RecordAbsence {
  /** The id of the user. The caller has checked that they are staff. */
  staffId: string
  engineerId: string
  fields: AbsenceInput
  /** The ids of the jobs that they were shown, and agreed to take from the engineer. */
  jobsSeen?: readonly string[]
}

const reasons = { holiday: 'on holiday', sickness: 'off sick', other: 'away' } as const

/**
 * Records an absence; returns its id, or that of an identical one. The engineer's shifts stay in the rota without those hours; jobs in that
 * time wait for another engineer, and their history has the reason. Throws `InvalidEntry`, `EntryNotFound`, `JobsAtStake` unless each of
 * the jobs was seen, and each booking for which no one else is free, or `StepRefused` if the engineer has arrived.
 */
export async function recordAbsence(services: Services, { staffId, engineerId, fields, jobsSeen = [] }: RecordAbsence): Promise<string> {
  const entered = readEntry(AbsenceFields, fields)
  const away = { engineerId, ...entered }
  const id = await services.db.transaction().execute(async (tx) => {
    const engineer = await tx.selectFrom('engineers').select('id').where('id', '=', engineerId).executeTakeFirst()
    if (!engineer) throw new EntryNotFound('We can’t find that engineer. Choose another one.')
    const because = reasons[entered.kind]
    return changeHours(services, tx, {
      ...{ staffId, jobsSeen, engineerIds: [engineerId], span: timeAway(away) },
      readAtStake: () => readJobsAway(tx, away),
      handOver: (_booking, name) => ({
        engineerId: null,
        text: `unassigned ${name}, who is ${because}`,
        note: `${name} is ${because}`,
      }),
      change: () => writeAbsence(services, tx, away, staffId),
    })
  })
  services.jobsAdded()
  return id
}

type Absence = ReturnType<typeof AbsenceFields.parse> & { engineerId: string }

/** Returns the id of the absence, or of an identical one. */
async function writeAbsence({ clock }: Services, tx: Transaction<Tables>, away: Absence, staffId: string): Promise<string> {
  const { from, until } = timeAway(away)
  const same = (await readAbsences(tx, from, until)).find(
    (other) =>
      other.engineerId === away.engineerId &&
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
    .values({ id, ...away, createdAt: toInstant(now) })
    .execute()
  const { firstDay, lastDay } = away
  // The reason is private: the log only has the absence.
  await recordAudit(tx, now, {
    actor: staffId,
    action: 'absence.record',
    subject: away.engineerId,
    detail: { absence: id, firstDay, lastDay },
  })
  return id
}

/** Jobs while an engineer is away, to the end of a shift that begins in that time. */
async function readJobsAway(tx: Transaction<Tables>, away: Away): Promise<StakedJob[]> {
  const { engineerId } = away
  const { from, until } = timeAway(away)
  const shifts = await shiftsTouching(tx, later(from, -hours(26)), later(until, hours(26)))
    .selectAll()
    .where('engineerId', '=', engineerId)
    .execute()
  const kept = withoutAbsences(shifts, [away, ...(await readAbsences(tx, from, until))])
  const lost = [{ engineerId, startsAt: from, endsAt: until }, ...shifts.filter((shift) => !kept.includes(shift))]
  return readJobsAtStake(tx, lost, kept)
}
