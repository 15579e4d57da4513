import type { Config } from '#app/platform/config.ts'
import { secretsOf } from '#app/platform/create-services.ts'
import { hasPendingMigrations, type OpenDatabase } from '#app/platform/database.ts'
import { folderPlace } from '#app/platform/file-places.ts'
import { createLog } from '#app/platform/log.ts'
import type { Clock } from '#app/values/clock.ts'
import { type BackupRow, makeBackup } from './take-backup.server.ts'

/** The data could not be backed up before a change, so it stays unchanged. */
export class BackupFailed extends Error {
  constructor(problem: string, dir: string) {
    super(
      `This version changes how data is stored, so it makes a backup first, but that failed: ${problem} ` +
        `Nothing was changed. Free up space or fix the permissions in ${dir}, or set BACKUP_DIR to another folder. To continue without a backup, set it to off.`,
    )
  }
}

/**
 * Backs up embedded data before a migration, in the folder of backups. Returns what to record in the database once it is migrated. Throws
 * `BackupFailed`.
 */
export async function backUpBeforeMigration(config: Config, database: OpenDatabase, clock: Clock): Promise<BackupRow[]> {
  return database.engine === 'sqlite' && (await hasPendingMigrations(database)) ? backUpData(config, database, clock) : []
}

/** Backs up the data of an older version in the folder of backups, if there is one. Otherwise the same. */
export async function backUpData(config: Config, database: OpenDatabase, clock: Clock): Promise<BackupRow[]> {
  const { dir } = config.backup
  if (!dir) return []
  const parts = {
    config,
    secrets: secretsOf(config),
    database,
    now: clock.now(),
    reason: 'migration',
    log: createLog(config.logLevel),
  } as const
  const { rows } = await makeBackup(parts, [folderPlace(dir)])
  const failed = rows.find(({ problem }) => problem !== '')
  if (failed) throw new BackupFailed(failed.problem, dir)
  return rows
}
