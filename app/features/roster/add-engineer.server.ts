import { recordAudit } from '#app/platform/audit.ts'
import { toInstant } from '#app/platform/clock.ts'
import { newId } from '#app/platform/ids.ts'
import type { Services } from '#app/platform/services.ts'
import { readEntry } from './read-entry.ts'
import { EngineerFields, type EngineerInput } from './roster-fields.ts'

/**
 * Adds an engineer; answers the id. `staffId`: the user, of whom whoever calls has checked that they are staff. Throws `InvalidEntry`.
 */
export async function addEngineer(
  { db, clock }: Services,
  { staffId, fields }: { staffId: string; fields: EngineerInput },
): Promise<string> {
  const engineer = readEntry(EngineerFields, fields)
  const [id, now] = [newId(), clock.now()]
  await db.transaction().execute(async (tx) => {
    await tx
      .insertInto('engineers')
      .values({ id, ...engineer, retiredAt: null, createdAt: toInstant(now) })
      .execute()
    await recordAudit(tx, now, { actor: staffId, action: 'engineer.add', subject: id })
  })
  return id
}
