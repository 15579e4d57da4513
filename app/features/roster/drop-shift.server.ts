import { readAbsences, shiftsTouching } from '#app/features/rota/read-working-hours.server.ts'
import { type Hours, withoutAbsences } from '#app/features/rota/working-hours.ts'
import { recordAudit } from '#app/platform/audit.ts'
import type { Services } from '#app/platform/services.ts'
import { giveAwayJobs, readJobsAtStake } from './jobs/jobs-at-stake.server.ts'

export interface DropShift {
  /** The id of the user; whoever calls has checked that it is staff. */
  staffId: string
  shiftId: string
  /** The ids of the jobs that they were shown, and agreed to take from the engineer. */
  jobsSeen?: readonly string[]
}

/**
 * Removes a shift; one that is gone already stays gone. Its jobs wait for another engineer then, and their history says why. Throws
 * `JobsAtStake` unless each of them was seen, or `StepRefused` where the engineer has arrived.
 */
export async function dropShift(services: Services, { staffId, shiftId, jobsSeen = [] }: DropShift): Promise<void> {
  const { db, clock } = services
  await db.transaction().execute(async (tx) => {
    const shift = await tx.selectFrom('shifts').selectAll().where('id', '=', shiftId).executeTakeFirst()
    if (!shift) return
    const { engineerId, startsAt, endsAt } = shift
    const readAtStake = async () => {
      const others = await shiftsTouching(tx, startsAt, endsAt)
        .selectAll()
        .where('engineerId', '=', engineerId)
        .where('id', '!=', shiftId)
        .execute()
      const absences = await readAbsences(tx, startsAt, endsAt)
      const left = (hours: readonly Hours[]) => withoutAbsences(hours, absences)
      return readJobsAtStake(tx, left([shift]), left(others))
    }
    const handOver = ({ name }: { name: string }) => ({
      engineerId: null,
      text: `took the job from ${name}: their shift was removed`,
      note: `${name}’s shift was removed`,
    })
    await giveAwayJobs(services, tx, { staffId, jobsSeen, engineerIds: [engineerId], readAtStake, handOver })
    await tx.deleteFrom('shifts').where('id', '=', shiftId).execute()
    await recordAudit(tx, clock.now(), {
      actor: staffId,
      action: 'shift.drop',
      subject: engineerId,
      detail: { shift: shiftId, startsAt, endsAt },
    })
  })
  services.jobsAdded()
}
