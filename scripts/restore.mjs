import { existsSync, statSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import process from 'node:process'
import { PgProgramsMissing } from '#app/features/running/backups/engines/pg-programs.server.ts'
import { DataInUse } from '#app/features/running/backups/engines/successor.server.ts'
import { BadBackup } from '#app/features/running/backups/files/backup-file.server.ts'
import { backupInstant, backupsIn } from '#app/features/running/backups/files/backup-files.ts'
import { backupPlaces } from '#app/features/running/backups/files/places.server.ts'
import { restoreBackup } from '#app/features/running/backups/restore-backup.server.ts'
import { secretsOf } from '#app/platform/create-services.ts'
import { DataDirInUse } from '#app/platform/data-lock.ts'
import { folderPlace, PlaceFailed } from '#app/platform/file-places.ts'
import { systemClock } from '#app/values/clock.ts'
import { readBackupConfig } from './data-config.mjs'
import { log, runMain, StepError } from './run.mjs'

/**
 * Puts the data back: `npm run restore -- <backup> [folder]`. The backup is a file, a name, `latest`, or a day or an instant, which mean
 * the newest until then. Without one, lists those that there are.
 */
async function main() {
  const config = readBackupConfig()
  const [given, folder] = process.argv.slice(2)
  const isFile = given !== undefined && existsSync(given) && statSync(given).isFile()
  const own = folder ?? (isFile ? dirname(given) : undefined)
  const configured = backupPlaces(config)
  const places = own === undefined ? configured : [folderPlace(own), ...configured.filter(({ name }) => name !== resolve(own))]
  if (given === undefined) return list(places)
  if (config.secretKeys.length === 0 && !existsSync(join(config.dataDir, 'secret.key')))
    throw new StepError(`A backup can’t be opened without its key. Put secret.key into ${config.dataDir}, or set SECRET_KEY.`)
  try {
    tell(await restoreBackup({ config, secrets: secretsOf(config), clock: systemClock, wanted: isFile ? basename(given) : given, places }))
    return 0
  } catch (error) {
    if (error.code === '42501')
      throw new StepError('The database user must be allowed to create databases: ALTER ROLE … CREATEDB. Nothing was changed.')
    if ([BadBackup, PlaceFailed, DataInUse, DataDirInUse, PgProgramsMissing].some((known) => error instanceof known))
      throw new StepError(error.message)
    throw error
  }
}

/** Lists the backups in all places. */
async function list(places) {
  for (const place of places) {
    const names = backupsIn(await place.names())
    log(`${place.name}: ${names.length === 0 ? 'no backups' : ''}`)
    for (const name of names) log(`  ${name}  ${backupInstant(name)}`)
  }
  log('To restore one, start this with its name, or with latest, or a day such as 2026-11-22')
  return places.length === 0 ? 1 : 0
}

/** Prints the result of a restore. */
function tell({ manifest, from, proof, erasedAgain, photos, replaced, backedUp }) {
  log(`Restored ${from}, made at ${manifest.at}.`)
  log(
    `Checked: ${proof.bookings} ${proof.bookings === 1 ? 'booking' : 'bookings'}, ${proof.tables} tables with every row and constraint, ${proof.auditEntries} entries in the audit log`,
  )
  log(
    `         up to the latest one (${manifest.auditHead?.position ?? 'none yet'}), ${proof.opened ? `a secret in ${proof.opened} decrypted` : 'no secrets in it to decrypt'}.`,
  )
  log(`Erased again: ${erasedAgain.accounts} accounts and ${erasedAgain.bookings} bookings erased since the backup.`)
  log(`Photos: ${photos.proved} files, each opened and compared, ${photos.copied} of them from copies.`)
  if (photos.lost > 0)
    log(`        ${photos.lost} photos had been removed since the backup, or have no good copy, so they are not in the restored data.`)
  log(replaced ? `The previous data is in ${replaced}. Remove it when you no longer need it.` : 'There was no previous data.')
  for (const { place, problem } of backedUp) log(problem ? `Not backed up to ${place}: ${problem}` : `Backed up to ${place}.`)
  log('Start the server.')
}

await runMain(main)
