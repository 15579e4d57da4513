import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Kysely } from 'kysely'
import type { AuditHead } from '#app/platform/audit.ts'
import type { Config } from '#app/platform/config.ts'
import type { OpenDatabase } from '#app/platform/database.ts'
import type { FilePlace } from '#app/platform/file-places.ts'
import { type Log, loggable } from '#app/platform/log.ts'
import type { Secrets } from '#app/platform/secrets.ts'
import type { Services } from '#app/platform/services.ts'
import { days, later, toInstant } from '#app/values/clock.ts'
import { newId } from '#app/values/ids.ts'
import type { BackupsTable } from '#db/tables/running.ts'
import type { Tables } from '#db/tables.ts'
import { type Proof, proveArchive, proveSqlite } from './backups/engines/prove-data.server.ts'
import { serverMajor, sqliteFileIn, takeSnapshot } from './backups/engines/snapshot.server.ts'
import { type BackupManifest, backupKeys, openBackup, readManifest, writeBackup } from './backups/files/backup-file.server.ts'
import { backupName, backupsIn, backupsToRemove } from './backups/files/backup-files.ts'
import { copyPhotos, photoProblem } from './backups/files/photo-copies.server.ts'
import { backupPlaces } from './backups/files/places.server.ts'
import { removeLeftovers, withWorkFolder } from './backups/files/work-folder.server.ts'
import { listsToRemove } from './erasure-lists.server.ts'

interface Parts {
  config: Config
  secrets: Secrets
  database: OpenDatabase
  now: Date
  reason: BackupsTable['reason']
  log: Log
}

/** A backup in one place, or a try. */
export type BackupRow = BackupsTable & { proof?: Proof; photos?: number }

/** How long the record of a backup is kept. */
const knownForMs = days(400)

/**
 * Makes a backup of the data as it is now in every configured place, and removes old ones. Each copy is read back, opened and checked, and
 * the files of photos are copied beside it. A failure in one place is recorded in its row and doesn't affect the others. Also records it in
 * the database.
 */
export async function takeBackup(
  services: Services,
  reason: BackupsTable['reason'],
  places: readonly FilePlace[] = backupPlaces(services.config),
): Promise<BackupRow[]> {
  const { config, secrets, clock, log, db, auditHeads } = services
  const made = await makeBackup({ config, secrets, database: services, now: clock.now(), reason, log }, places)
  for (const row of made.rows) {
    const place = places.find(({ name }) => name === row.place)
    if (!place || row.problem !== '') continue
    try {
      row.photos = await copyPhotos(services, place)
    } catch (error) {
      row.problem = photoProblem(withCause(error)).slice(0, 300)
      log.error({ place: place.name, problem: row.problem }, 'the photos were not backed up')
    }
  }
  if (made.head && made.rows.some(({ problem }) => problem === '')) auditHeads.remember(backupName(clock.now()), made.head)
  await recordBackups(db, clock.now(), made.rows)
  return made.rows
}

/** Records that backups were made, for staff to see. */
export async function recordBackups(db: Kysely<Tables>, now: Date, rows: readonly BackupRow[]): Promise<void> {
  if (rows.length > 0)
    await db
      .insertInto('backups')
      .values(rows.map(({ proof: _, photos: __, ...row }) => row))
      .execute()
  await db.deleteFrom('backups').where('at', '<', later(now, -knownForMs)).execute()
}

/** The same for data that may be older than this version: nothing is recorded in the database. */
export async function makeBackup(parts: Parts, places: readonly FilePlace[]): Promise<{ rows: BackupRow[]; head?: AuditHead }> {
  const { config, secrets, now, reason, log } = parts
  if (places.length === 0) return { rows: [] }
  const startedAt = performance.now()
  const at = toInstant(now)
  const name = backupName(now)
  const row = (place: FilePlace, rest: Partial<BackupRow>): BackupRow => ({
    ...{ id: newId(), at, reason, place: place.name, name, bytes: 0, bookings: 0, durationMs: 0, problem: '' },
    ...rest,
  })
  const failed = (place: FilePlace, error: unknown) => {
    const { message } = loggable(withCause(error))
    log.error({ place: place.name, problem: message }, 'the backup failed')
    return row(place, { name: '', problem: message, durationMs: Math.round(performance.now() - startedAt) })
  }
  return withWorkFolder(config.dataDir, async (folder) => {
    removeLeftovers(config.dataDir, now)
    const { file, facts } = await takeSnapshot(config, parts.database, folder)
    const manifest: BackupManifest = { format: 1, at, engine: parts.database.engine, reason, secretKeyId: secrets.currentKeyId, ...facts }
    const sealed = join(folder, name)
    await writeBackup(manifest, file, sealed, backupKeys(config, secrets))
    rmSync(file)
    const rows: BackupRow[] = []
    for (const place of places)
      try {
        await place.put(name, sealed)
        const proof = await provePlaced(parts, place, name, folder)
        await thin(place, now)
        const done = { bytes: statSync(sealed).size, bookings: proof.bookings, durationMs: Math.round(performance.now() - startedAt) }
        rows.push(row(place, { ...done, proof }))
      } catch (error) {
        rows.push(failed(place, error))
      }
    return { rows, head: facts.auditHead ?? undefined }
  }).catch((error) => ({ rows: places.map((place) => failed(place, error)) }))
}

/** A failed request gives the reason in its cause. */
function withCause(error: unknown): unknown {
  const { code, message = code } = ((error as Error | undefined)?.cause ?? {}) as { code?: string; message?: string }
  return error instanceof Error && message ? new Error(`${error.message} (${message})`) : error
}

/** Reads a copy back from its place, opens it, and verifies that it is complete. */
async function provePlaced({ config, secrets, database }: Parts, place: FilePlace, name: string, within: string): Promise<Proof> {
  const folder = mkdtempSync(join(within, 'check-'))
  const file = sqliteFileIn(folder)
  try {
    const manifest = await openBackup(place, name, backupKeys(config, secrets), file)
    return database.engine === 'sqlite'
      ? await proveSqlite(folder, manifest, secrets)
      : await proveArchive(file, await serverMajor(database.db), manifest, secrets)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function thin(place: FilePlace, now: Date): Promise<void> {
  for (const name of backupsToRemove(await place.names(), now)) await place.remove(name)
  const left = await place.names()
  for (const name of listsToRemove(left, backupsIn(left).at(-1))) await place.remove(name)
}

/**
 * Remembers the audit log's heads of the existing backups, back to the newest restore: the log must lead to all of them. The head of the
 * newest backup alone wouldn't do, since the log may have been cut before it was made.
 */
export async function rememberBackupHeads({ config, secrets, log, auditHeads }: Services): Promise<void> {
  const manifests = new Map<string, BackupManifest>()
  for (const place of backupPlaces(config))
    try {
      for (const name of backupsIn(await place.names())) {
        const manifest = manifests.get(name) ?? (await readManifest(place, name, backupKeys(config, secrets)))
        manifests.set(name, manifest)
        if (manifest.reason === 'restore') break
      }
    } catch (error) {
      log.warn({ place: place.name, error: loggable(error) }, 'the backups could not be read')
    }
  for (const name of backupsIn([...manifests.keys()])) {
    const { auditHead, reason } = manifests.get(name) ?? {}
    if (auditHead) auditHeads.remember(name, auditHead)
    if (reason === 'restore') break
  }
}
