import { recordAudit } from '#app/platform/audit.ts'
import type { Services } from '#app/platform/services.ts'

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
