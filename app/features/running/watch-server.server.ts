import { statfs } from 'node:fs/promises'
import { type Alarm, raiseAlarm } from '#app/features/accounts/raise-alarm.ts'
import type { Services } from '#app/platform/services.ts'
import { readLongUnsent } from '#app/platform/stuck-messages.ts'
import { days, hours, type Instant, later } from '#app/values/clock.ts'
import type { MonitorRoundsTable } from '#db/tables/running.ts'
import { claimRound } from './uptime/claim-round.server.ts'

/** With less, a day's photos, a backup or an update may fill the disk, and then no booking can be stored. */
const leastFreeBytes = 500 * 2 ** 20

/**
 * Chore: raises the alarms that the data folder's disk is nearly full, and that messages can't be sent, each once a day while it lasts.
 * `readFree`: the free bytes of a folder's disk.
 */
export async function watchServer(services: Services, readFree = readFreeBytes): Promise<void> {
  const now = services.clock.now()
  const freeBytes = await readFree(services.config.dataDir)
  if (freeBytes < leastFreeBytes) {
    const before = await lastClaimed(services, 'disk')
    const isRepeated = before !== undefined && before > later(now, -hours(25))
    await raiseDaily(services, 'disk', { kind: 'disk_nearly_full', freeMegabytes: Math.floor(freeBytes / 2 ** 20), isRepeated })
  }
  const unsent = await readLongUnsent(services, (await lastClaimed(services, 'unsent')) ?? '')
  if (unsent) await raiseDaily(services, 'unsent', { kind: 'unsent', ...unsent })
}

type Round = MonitorRoundsTable['kind']

/** Raises an alarm, once a day in all processes. */
export async function raiseDaily(services: Services, round: Round, alarm: Alarm): Promise<void> {
  const { db, clock } = services
  const isRaised = await db.transaction().execute(async (tx) => {
    // In one transaction: a claim without its alarm would silence it for a day.
    if (!(await claimRound({ db: tx, clock }, round, { roundMs: days(1) }))) return false
    await raiseAlarm(tx, clock.now(), alarm)
    return true
  })
  if (!isRaised) return
  services.log.error({ alarm }, 'the owners are alarmed')
  services.jobsAdded()
}

async function lastClaimed({ db }: Services, kind: Round): Promise<Instant | undefined> {
  return (await db.selectFrom('monitorRounds').select('claimedAt').where('kind', '=', kind).executeTakeFirst())?.claimedAt
}

async function readFreeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}
