import { instantOf, londonDay } from '#app/platform/london.ts'
import { days, type Instant, later, toInstant } from '#app/values/clock.ts'
import { addDays, isDay, type LondonDay, mondayOf } from '#app/values/day.ts'

/* Names of backups. They alone decide which backups are kept, and which one is meant. */

/** The file name of a backup that began at an instant, e.g. `plumbers-2026-11-22T03-00-00-000Z.age`: names sort by time. */
export const backupName = (at: Date | Instant): string => `plumbers-${toInstant(new Date(at)).replace(/[:.]/g, '-')}.age`

/** Returns when the backup of that name began; undefined if the name isn't one of ours. */
export function backupInstant(name: string): Instant | undefined {
  const parts = /^plumbers-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)-(\d{3})Z\.age$/.exec(name)
  return parts ? `${parts[1]}T${parts[2]}:${parts[3]}:${parts[4]}.${parts[5]}Z` : undefined
}

/** The names of backups among these, newest first. */
export const backupsIn = (names: readonly string[]): string[] =>
  names
    .filter((name) => backupInstant(name))
    .toSorted()
    .reverse()

/** How many are kept: the newest of that many days, weeks and months that have one. */
const kept = { days: 7, weeks: 5, months: 12 } as const
/** All are kept for this long: the one before a migration must not be deleted by the next night's. */
const allKeptMs = days(2)

/**
 * The backups to delete. Only days, weeks and months with a backup count, so none is deleted because no new ones are made. Days are
 * London's, weeks begin on Mondays.
 */
export function backupsToRemove(names: readonly string[], now: Date): string[] {
  const newestFirst = backupsIn(names)
  const stays = new Set(newestFirst.filter((name) => (backupInstant(name) ?? '') > later(now, -allKeptMs)))
  const dayOf = new Map(newestFirst.map((name) => [name, londonDay(backupInstant(name) ?? now)]))
  for (const [count, periodOf] of [
    [kept.days, (day: LondonDay) => day],
    [kept.weeks, mondayOf],
    [kept.months, (day: LondonDay) => day.slice(0, 7)],
  ] as const) {
    const periods = new Set<string>()
    for (const name of newestFirst) {
      const period = periodOf(dayOf.get(name) ?? '')
      if (periods.has(period) || periods.size === count) continue
      periods.add(period)
      stays.add(name)
    }
  }
  return newestFirst.filter((name) => !stays.has(name))
}

/** Finds a backup: `latest`, a name, or a day of London or an instant, for the newest one until then. Undefined if there is none. */
export function chooseBackup(names: readonly string[], wanted: string): string | undefined {
  const newestFirst = backupsIn(names)
  if (wanted === 'latest') return newestFirst[0]
  if (backupInstant(wanted)) return newestFirst.find((name) => name === wanted)
  const time = isDay(wanted) ? instantOf(addDays(wanted, 1), 0) : wanted
  if (Number.isNaN(Date.parse(time))) return undefined
  const until = toInstant(new Date(time))
  return newestFirst.find((name) => (backupInstant(name) ?? '') <= until && (!isDay(wanted) || backupInstant(name) !== until))
}

/** London's hour of the nightly backup. */
const backupHour = 3
/** How long after a failure it is tried again. */
const retryMs = 3_600_000
/** After this, a backup is late: the nightly one has failed, and so have its tries until five in the morning. */
const lateAfterMs = 26 * 3_600_000

/** Returns true if no backup has succeeded since 3am in London. */
export function isBackupDue({ goodAt, triedAt, now }: { goodAt?: Instant; triedAt?: Instant; now: Date }): boolean {
  if (triedAt && triedAt > later(now, -retryMs)) return false
  const tonight = instantOf(londonDay(now), backupHour)
  const lastNight = tonight <= toInstant(now) ? tonight : instantOf(addDays(londonDay(now), -1), backupHour)
  return !goodAt || goodAt < lastNight
}

/** Returns true if staff must be alerted: the last good backup is too old, or backups have been tried for that long and none succeeded. */
export const isBackupLate = ({ goodAt, firstTriedAt, now }: { goodAt?: Instant; firstTriedAt?: Instant; now: Date }): boolean => {
  const since = goodAt ?? firstTriedAt
  return since !== undefined && since <= later(now, -lateAfterMs)
}
