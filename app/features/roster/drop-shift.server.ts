import { recordAudit } from '#app/platform/audit.ts'
import type { Services } from '#app/platform/services.ts'

export interface DropShift {
  /** The id of the user; whoever calls has checked that it is staff. */
  staffId: string
  shiftId: string
}

/** Takes a shift out; one that is not there any more is out already. The jobs of the engineer stay theirs. */
export async function dropShift({ db, clock }: Services, { staffId, shiftId }: DropShift): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const dropped = await tx.deleteFrom('shifts').where('id', '=', shiftId).returningAll().executeTakeFirst()
    if (!dropped) return
    const { engineerId, startsAt, endsAt } = dropped
    await recordAudit(tx, clock.now(), {
      actor: staffId,
      action: 'shift.drop',
      subject: engineerId,
      detail: { shift: shiftId, startsAt, endsAt },
    })
  })
}
