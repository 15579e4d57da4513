import type { Kysely } from 'kysely'
import { recordAudit } from '#app/platform/audit.ts'
import { discardFiles, keepFiles, putFiles } from '#app/platform/files-to-remove.ts'
import { loggable } from '#app/platform/log.ts'
import { notFound } from '#app/platform/refused-page.ts'
import type { Services } from '#app/platform/services.ts'
import { toInstant } from '#app/values/clock.ts'
import type { Tables } from '#db/tables.ts'
import { cleanPortrait } from './photos/encode/clean-picture.server.ts'
import { PhotoRefused } from './refusals.ts'

interface Change {
  engineerId: string
  /** The id of the user. The caller has checked that they are staff. */
  staffId: string
}

/** Returns the portrait of an engineer; undefined if there is none. */
export const readPortrait = (db: Kysely<Tables>, engineerId: string) =>
  db.selectFrom('portraits').selectAll().where('engineerId', '=', engineerId).executeTakeFirst()

/** Stores the portrait of an engineer, replacing an earlier one. Throws `PhotoRefused`, and a 404 if there is no such engineer. */
export async function storePortrait(services: Services, { engineerId, staffId }: Change, data: Uint8Array): Promise<void> {
  const { db, clock, log } = services
  await requireEngineer(db, engineerId)
  const { data: picture, ...facts } = await cleanPortrait(data, staffId)
  const names = await putFiles(services, [picture]).catch((error) => {
    log.error({ error: loggable(error) }, 'a portrait could not be stored')
    throw new PhotoRefused('not_stored', 60)
  })
  const [file = ''] = names
  await db.transaction().execute(async (tx) => {
    const now = clock.now()
    // Locked, so that neither of two concurrent ones leaves files behind.
    await tx.updateTable('engineers').set({ id: engineerId }).where('id', '=', engineerId).execute()
    const before = await readPortrait(tx, engineerId)
    const row = { uploadedAt: toInstant(now), uploadedBy: staffId, file, ...facts }
    await tx
      .insertInto('portraits')
      .values({ engineerId, ...row })
      .onConflict((conflict) => conflict.column('engineerId').doUpdateSet(row))
      .execute()
    await keepFiles(tx, names)
    if (before) await discardFiles(tx, now, [before.file])
    await recordAudit(tx, now, { actor: staffId, action: 'engineer.portrait', subject: engineerId, detail: { removed: false } })
  })
}

/** Removes the portrait of an engineer, if there is one. */
export async function removePortrait({ db, clock }: Services, { engineerId, staffId }: Change): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const now = clock.now()
    const before = await tx.deleteFrom('portraits').where('engineerId', '=', engineerId).returning('file').executeTakeFirst()
    if (!before) return
    await discardFiles(tx, now, [before.file])
    await recordAudit(tx, now, { actor: staffId, action: 'engineer.portrait', subject: engineerId, detail: { removed: true } })
  })
}

async function requireEngineer(db: Kysely<Tables>, engineerId: string): Promise<void> {
  const engineer = await db.selectFrom('engineers').select('id').where('id', '=', engineerId).executeTakeFirst()
  if (!engineer) throw notFound()
}
