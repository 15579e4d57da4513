import { recordAudit } from '#app/platform/audit.ts'
import type { Services } from '#app/platform/services.ts'
import { toInstant } from '#app/values/clock.ts'
import { newId } from '#app/values/ids.ts'
import { requireOwnDetails } from './guards/require-own-details.server.ts'
import { readEntry } from './read-entry.ts'
import { EngineerFields, type EngineerInput } from './roster-fields.ts'

/**
 * Adds an engineer; returns the id. `staffId`: the user; the caller has checked that they are staff. `sharesPhone`: they have a colleague's
 * phone, and staff know it. Throws `InvalidEntry`.
 */
export async function addEngineer(
  { db, clock }: Services,
  { staffId, fields, sharesPhone = false }: { staffId: string; fields: EngineerInput; sharesPhone?: boolean },
): Promise<string> {
  const engineer = readEntry(EngineerFields, fields)
  const [id, now] = [newId(), clock.now()]
  await db.transaction().execute(async (tx) => {
    await requireOwnDetails(tx, { ...engineer, sharesPhone }, now)
    await tx
      .insertInto('engineers')
      .values({ id, ...engineer, retiredAt: null, createdAt: toInstant(now) })
      .execute()
    await recordAudit(tx, now, { actor: staffId, action: 'engineer.add', subject: id })
  })
  return id
}
