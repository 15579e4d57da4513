import { days, type Instant, later, toInstant } from '#app/platform/clock.ts'
import { addDays, isDay, type LondonDay, weekdayOf } from '#app/platform/day.ts'
import { instantOf, londonDay } from '#app/platform/london.ts'

/* How backups are called, which of them are kept, and which one someone means: decided by their names alone. */

/** The file of a backup that was begun at an instant, e.g. `plumbers-2026-11-22T03-00-00-000Z.age`: names sort by time. */
export const backupName = (at: Date | Instant): string => `plumbers-${toInstant(new Date(at)).replace(/[:.]/g, '-')}.age`

/** When the backup of that name was begun; undefined where the name is not one of ours. */
export function backupInstant(name: string): Instant | undefined {
  const parts = /^plumbers-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)-(\d{3})Z\.age$/.exec(name)
  return parts ? `${parts[1]}T${parts[2]}:${parts[3]}:${parts[4]}.${parts[5]}Z` : undefined
}

/** The names that are those of backups, newest first. */
export const backupsIn = (names: readonly string[]): string[] =>
  names
    .filter((name) => backupInstant(name))
    .toSorted()
    .reverse()

/** So many of each are kept, the newest of every day, week and month that has one. */
const kept = { days: 7, weeks: 5, months: 12 } as const
/** All are kept for so long: the one before a migration must not go with the night after it. */
const allKeptMs = days(2)

/**
 * The backups that have had their time. Counted are days, weeks and months that have a backup, so that none goes because no new ones
 * are made. Days are London's, weeks begin on Mondays.
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

const mondayOf = (day: LondonDay) => addDays(day, -((weekdayOf(day) + 6) % 7))

/**
 * The backup that someone means: `latest`, a name, or a day of London or an instant, which mean the newest one until then. Undefined
 * where there is none.
 */
export function chooseBackup(names: readonly string[], wanted: string): string | undefined {
  const newestFirst = backupsIn(names)
  if (wanted === 'latest') return newestFirst[0]
  if (backupInstant(wanted)) return newestFirst.find((name) => name === wanted)
  const time = isDay(wanted) ? instantOf(addDays(wanted, 1), 0) : wanted
  if (Number.isNaN(Date.parse(time))) return undefined
  const until = toInstant(new Date(time))
  return newestFirst.find((name) => (backupInstant(name) ?? '') <= until && (!isDay(wanted) || backupInstant(name) !== until))
}

/** London's hour at which the backup of the night is made. */
const backupHour = 3
/** After a failure it is tried again so much later. */
const retryMs = 3_600_000
/** From here on a backup is late: the night's one has failed, and so have its tries until five in the morning. */
const lateAfterMs = 26 * 3_600_000

/** Whether a backup is to be made: there is no good one since the last time that it was three at night in London. */
export function isBackupDue({ goodAt, triedAt, now }: { goodAt?: Instant; triedAt?: Instant; now: Date }): boolean {
  if (triedAt && triedAt > later(now, -retryMs)) return false
  const tonight = instantOf(londonDay(now), backupHour)
  const lastNight = tonight <= toInstant(now) ? tonight : instantOf(addDays(londonDay(now), -1), backupHour)
  return !goodAt || goodAt < lastNight
}

/** Whether staff must look: the last good backup is too old, or the first try is and nothing good came of it. */
export const isBackupLate = ({ goodAt, firstTriedAt, now }: { goodAt?: Instant; firstTriedAt?: Instant; now: Date }): boolean => {
  const since = goodAt ?? firstTriedAt
  return since !== undefined && since <= later(now, -lateAfterMs)
}
