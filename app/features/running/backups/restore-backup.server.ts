import { existsSync } from 'node:fs'
import { recordAudit, sealAuditLog } from '#app/platform/audit.ts'
import type { Config } from '#app/platform/config.ts'
import { createServices } from '#app/platform/create-services.ts'
import { migrate, type OpenDatabase, openDatabase } from '#app/platform/database.ts'
import type { Erasure } from '#app/platform/erasures.ts'
import type { FilePlace } from '#app/platform/file-places.ts'
import type { Secrets } from '#app/platform/secrets.ts'
import { type Clock, toInstant } from '#app/values/clock.ts'
import { migrations } from '#db/migrations/index.ts'
import { readErasureLists, readErasures, replayErasures } from '../erasure-lists.server.ts'
import { type BackupRow, takeBackup } from '../take-backup.server.ts'
import { checkStructure, type Proof, proveData } from './engines/prove-data.server.ts'
import { sqliteFileIn } from './engines/snapshot.server.ts'
import { openSuccessor } from './engines/successor.server.ts'
import { type BackupManifest, BadBackup, backupKeys, openBackup } from './files/backup-file.server.ts'
import { chooseBackup } from './files/backup-files.ts'
import { type RestoredPhotos, restorePhotos } from './files/photo-copies.server.ts'
import { backupPlaces } from './files/places.server.ts'
import { withWorkFolder } from './files/work-folder.server.ts'

interface Options {
  config: Config
  secrets: Secrets
  clock: Clock
  /** `latest`, a backup's name, a day or an instant. */
  wanted: string
  /** Searched in order. */
  places?: readonly FilePlace[]
}

/** The result of a restore. */
interface Restored {
  manifest: BackupManifest
  from: string
  proof: Proof
  /** Accounts and bookings that were erased since the backup, and are erased again. */
  erasedAgain: { accounts: number; bookings: number }
  photos: RestoredPhotos
  /** New location of the previous data; undefined if there was none. */
  replaced: string | undefined
  /** The backups of the restored data: its log's head is compared with theirs from now on. */
  backedUp: BackupRow[]
}

/**
 * Restores the data from a backup. The copy is made beside the present data, verified (rows, constraints, audit log, one secret), migrated,
 * freed of what was erased since, and given the file of every photo. Only then does it replace the present data, which is kept. Throws
 * `DataDirInUse`, `DataInUse` while a server runs, `PlaceFailed`, and `BadBackup` if the backup is missing, damaged, of another moment, of a
 * newer version or under another key: then nothing has changed.
 */
export async function restoreBackup({ config, secrets, clock, wanted, places = backupPlaces(config) }: Options): Promise<Restored> {
  const [place, name] = await findBackup(places, wanted)
  const stamp = toInstant(clock.now()).replace(/\D/g, '').slice(0, 14)
  const successor = await openSuccessor(config, { fresh: `restored-${stamp}`, kept: `replaced-${stamp}` })
  try {
    return await withWorkFolder(config.dataDir, async (folder) => {
      const file = sqliteFileIn(folder)
      const manifest = await openBackup(place, name, backupKeys(config, secrets), file)
      const engine = config.databaseUrl ? 'postgres' : 'sqlite'
      if (manifest.engine !== engine) throw new BadBackup(`The backup is from ${manifest.engine}, but the data is in ${engine}.`)
      if (manifest.migration && !Object.hasOwn(migrations, manifest.migration))
        throw new BadBackup(`A newer version of this site made the backup (${manifest.migration}). Install that one, then restore.`)
      const erasures = await presentErasures(config)
      for (const each of new Set([place, ...places])) erasures.push(...(await readErasureLists(each)))
      const restored = await successor.fill(folder, file)
      const services = createServices({ ...config, ...restored.config }, restored.database, { clock })
      let proof: Proof
      let erasedAgain: Restored['erasedAgain']
      let photos: RestoredPhotos
      try {
        proof = await proveData(restored.database, manifest, secrets)
        await migrate(restored.database)
        await sealAuditLog(services)
        erasedAgain = await replayErasures(services, erasures)
        photos = await restorePhotos(services, [...new Set([place, ...places])])
        const detail = { ...erasedAgain, backupOf: manifest.at }
        await recordAudit(services.db, clock.now(), { actor: 'system', action: 'data.restore', subject: 'data', detail })
        await checkStructure(restored.database)
      } finally {
        await restored.database.db.destroy()
      }
      const replaced = await successor.replace(folder)
      const backedUp = await backUpAnew(config, clock, places)
      return { manifest, from: `${name} in ${place.name}`, proof, erasedAgain, photos, replaced, backedUp }
    })
  } finally {
    await successor.release()
  }
}

async function findBackup(places: readonly FilePlace[], wanted: string): Promise<[FilePlace, string]> {
  if (places.length === 0)
    throw new BadBackup('Choose where to look for backups: set BACKUP_DIR or BACKUP_URL, or add a folder after the backup’s name.')
  for (const place of places) {
    const name = chooseBackup(await place.names(), wanted)
    if (name) return [place, name]
  }
  throw new BadBackup(`There is no backup '${wanted}' in ${places.map(({ name }) => name).join(' or ')}.`)
}

/** The newest backup must contain the restored data, so that its audit log's head matches too. */
async function backUpAnew(config: Config, clock: Clock, places: readonly FilePlace[]): Promise<BackupRow[]> {
  const database = openDatabase(config, { poolSize: 2 })
  try {
    return await takeBackup(createServices(config, database, { clock }), 'restore', places)
  } finally {
    await database.db.destroy()
  }
}

/** The erasures listed in data that is about to be replaced; none if it can't be read, which may be the reason for the restore. */
async function presentErasures(config: Config): Promise<Erasure[]> {
  if (!config.databaseUrl && !existsSync(sqliteFileIn(config.dataDir))) return []
  let present: OpenDatabase | undefined
  try {
    present = openDatabase(config, { poolSize: 1 })
    return await readErasures(present.db)
  } catch {
    return []
  } finally {
    await present?.db.destroy()
  }
}
