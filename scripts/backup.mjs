import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import process from 'node:process'
import { takeBackup } from '#app/features/running/take-backup.server.ts'
import { createServices } from '#app/platform/create-services.ts'
import { hasPendingMigrations, openDatabase } from '#app/platform/database.ts'
import { folderPlace } from '#app/platform/file-places.ts'
import { systemClock } from '#app/values/clock.ts'
import { readBackupConfig } from './data-config.mjs'
import { log, runMain, StepError } from './run.mjs'

/** Makes a backup now, also while the server runs: `npm run backup`, or `npm run backup -- <folder>` for a folder of its own. */
async function main() {
  const config = readBackupConfig()
  const [folder] = process.argv.slice(2)
  if (!folder && !config.backup.dir && !config.backup.bucket)
    throw new StepError('Choose where to put the backup: set BACKUP_DIR or BACKUP_URL, or run npm run backup -- ./backups')
  if (!config.databaseUrl && !existsSync(resolve(config.dataDir, 'plumbers.sqlite')))
    throw new StepError(`There is no data in ${config.dataDir}. Set DATA_DIR to the folder it’s in.`)
  const database = openDatabase(config)
  try {
    if (await hasPendingMigrations(database))
      throw new StepError('The data is from an older version. Start the server, which will make a backup and bring the data up to date.')
    const services = createServices(config, database, { clock: systemClock })
    const rows = await takeBackup(services, 'manual', folder ? [folderPlace(folder)] : undefined)
    for (const { place, name, bookings, proof, photos, problem } of rows)
      log(
        problem
          ? `${place}: failed. ${problem}`
          : `${place}/${name}: ${bookings} ${bookings === 1 ? 'booking' : 'bookings'} in ${proof?.tables} tables, opened and checked. ${photos} photo ${photos === 1 ? 'file' : 'files'}.`,
      )
    log(
      `To restore it, you’ll need the secret key ${services.secrets.currentKeyId}${keyPlace(config)}. Keep a copy of it away from this machine.`,
    )
    return rows.some(({ problem }) => problem) ? 1 : 0
  } finally {
    await database.db.destroy()
  }
}

const keyPlace = ({ secretKeys, dataDir, backup }) =>
  `${secretKeys.length > 0 ? ' (SECRET_KEY)' : ` (${resolve(dataDir, 'secret.key')})`}${backup.keys.length > 0 ? ' and BACKUP_KEY' : ''}`

await runMain(main)
