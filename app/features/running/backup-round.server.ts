import type { Services } from '#app/platform/services.ts'
import { hours, type Instant } from '#app/values/clock.ts'
import { isBackupDue, isBackupLate } from './backups/files/backup-files.ts'
import { backupPlaces } from './backups/files/places.server.ts'
import { readPlaceStates } from './read-backups.server.ts'
import { takeBackup } from './take-backup.server.ts'
import { claimRound } from './uptime/claim-round.server.ts'
import { raiseDaily } from './watch-server.server.ts'

/**
 * Makes the nightly backup when it is due, and notifies staff once a day if backups are late. Runs every minute: one instance does it, and
 * a place that failed is tried again every hour.
 */
export async function keepBackups(services: Services): Promise<void> {
  const places = backupPlaces(services.config)
  if (places.length === 0) return
  const now = services.clock.now()
  const due = (await readPlaceStates(services)).filter((state) => isBackupDue({ ...state, now })).map(({ name }) => name)
  if (due.length > 0 && (await claimRound(services, 'backup', { roundMs: hours(1) })))
    await takeBackup(
      services,
      'nightly',
      places.filter(({ name }) => due.includes(name)),
    )
  const late = (await readPlaceStates(services)).filter((state) => isBackupLate({ ...state, now }))
  if (late.length === 0) return
  const told = late.map(({ name, goodAt, problem }) => ({ name, goodAt: (goodAt ?? null) satisfies Instant | null, problem }))
  await raiseDaily(services, 'backup-late', { kind: 'backup_late', places: told })
}
