import { join } from 'node:path'
import process from 'node:process'
import { setTimeout as delay } from 'node:timers/promises'
import { BackupFailed } from '#app/features/running/backup-before-migration.server.ts'
import { PgProgramsMissing } from '#app/features/running/backups/engines/pg-programs.server.ts'
import { DataInUse } from '#app/features/running/backups/engines/successor.server.ts'
import { BadBackup } from '#app/features/running/backups/files/backup-file.server.ts'
import { copyForUpdate, replaceByUpdate } from '#app/features/running/backups/update-data.server.ts'
import { DataDirInUse } from '#app/platform/data-lock.ts'
import { keyOfDataDir } from '#app/platform/secrets.ts'
import { systemClock } from '#app/values/clock.ts'
import { readBackupConfig } from '#scripts/data-config.mjs'
import { log, runMain, runQuiet, StepError } from '#scripts/run.mjs'
import { release } from './lib/paths.mjs'
import { SERVER_ARGS } from './lib/server.mjs'

const expected = [BadBackup, BackupFailed, DataInUse, DataDirInUse, PgProgramsMissing]

/**
 * This release's part of an update, run as the service: `try` makes a copy of the data that the running server uses, and starts this release
 * on it; `copy` does so once the server has stopped, backs the data up first and keeps the copy; `replace` puts it in the data's place.
 */
async function main() {
  const config = readBackupConfig()
  const [what] = process.argv.slice(2)
  try {
    if (what === 'replace') {
      log(`The data before the update is in ${await patiently(() => replaceByUpdate(config))}.`)
      return 0
    }
    const isTrial = what === 'try'
    const places = await patiently(() => copyForUpdate({ config, clock: systemClock, isTrial, start: (copy) => start(config, copy) }))
    for (const place of places) log(`Backed up to ${place}.`)
    log(isTrial ? 'This release works with a copy of the data.' : 'The data was copied and migrated, and this release works with it.')
    return 0
  } catch (error) {
    if (error.code === '42501') throw new StepError('The database user must be allowed to create databases: ALTER ROLE … CREATEDB.')
    if (/^(ENOSPC|EDQUOT|53100|SQLITE_FULL)/.test(error.code))
      throw new StepError(`The disk is full (${error.code}): a copy of the data needs more room.`)
    throw expected.some((known) => error instanceof known) ? new StepError(error.message) : error
  }
}

/** PostgreSQL may take a moment to end the connections of a server that has stopped. */
async function patiently(work) {
  for (let left = 5; ; left -= 1)
    try {
      return await work()
    } catch (error) {
      if (left === 0 || !(error instanceof DataInUse)) throw error
      await delay(1_000)
    }
}

/** Starts this release's server on a copy of the data, to request the pages that matter most. */
async function start({ dataDir }, copy) {
  const env = {
    ...process.env,
    ...{ NODE_ENV: 'production', BACKUP_DIR: 'off', WARM_PAGES: 'off', LOG_LEVEL: 'error' },
    ...{ DATA_DIR: copy.dataDir, SECRET_KEY: process.env.SECRET_KEY || keyOfDataDir(dataDir) },
    ...(copy.databaseUrl && { DATABASE_URL: copy.databaseUrl }),
  }
  const { code, output } = await runQuiet(process.execPath, [...SERVER_ARGS, join(release, 'build/server/index.js'), '--check'], { env })
  // Of a fault that no one expected, Node prints a line of the build before the message: all of it in one line.
  if (code !== 0) throw new StepError(`${output.trim().slice(-2_000)}\nThis release doesn’t work with a copy of the data.`)
}

await runMain(main)
