import { raiseAlarm } from '#app/features/accounts/raise-alarm.ts'
import type { Services } from '#app/platform/services.ts'
import { days, hours, type Instant } from '#app/values/clock.ts'
import { isBackupDue, isBackupLate } from './backups/files/backup-files.ts'
import { backupPlaces } from './backups/files/places.server.ts'
import { type PlaceState, readPlaceStates } from './read-backups.server.ts'
import { takeBackup } from './take-backup.server.ts'
import { claimRound } from './uptime/claim-round.server.ts'

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
  if (late.length > 0 && (await claimRound(services, 'backup-late', { roundMs: days(1) }))) await tellLate(services, late)
}

async function tellLate(services: Services, late: readonly PlaceState[]): Promise<void> {
  const places = late.map(({ name, goodAt, problem }) => ({ name, goodAt: (goodAt ?? null) satisfies Instant | null, problem }))
  services.log.error({ places }, 'backups are late')
  await services.db.transaction().execute((tx) => raiseAlarm(tx, services.clock.now(), { kind: 'backup_late', places }))
  services.jobsAdded()
}
