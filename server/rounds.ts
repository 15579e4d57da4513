import { keepBackups } from '#app/features/running/backup-round.server.ts'
import { syntheticRoundMs } from '#app/features/running/synthetic-booking.ts'
import { runSyntheticBooking } from '#app/features/running/synthetic-run.server.ts'
import { rememberBackupHeads } from '#app/features/running/take-backup.server.ts'
import { checkUptime } from '#app/features/running/uptime-check.server.ts'
import { slotOf, uptimeRoundMs } from '#app/features/running/uptime-rounds.ts'
import { loggable } from '#app/platform/log.ts'
import type { Services } from '#app/platform/services.ts'
import { minutes, seconds } from '#app/values/clock.ts'

const lookMs = seconds(5)

/**
 * Monitors the site from the moment it listens: uptime checks straight away and every five minutes, a synthetic booking every
 * fifteen minutes, and straight away if the pages ask customers to call; also the nightly backup. Only one instance does each round.
 */
export function startRounds(services: Services): { stop(): Promise<void> } {
  const stopping = new AbortController()
  const { signal } = stopping
  const running = new Set<Promise<unknown>>()
  const track = (work: Promise<unknown>) => {
    const entry: Promise<unknown> = work
      .catch((error) => services.log.error({ error: loggable(error) }, 'a round of checks failed'))
      .finally(() => running.delete(entry))
    running.add(entry)
  }
  const now = () => services.clock.now()
  // The rounds this instance has already requested; the database decides which instance runs them.
  const slotsNow = () => ({
    uptime: slotOf(now(), uptimeRoundMs),
    synthetic: slotOf(now(), syntheticRoundMs),
    backups: slotOf(now(), minutes(1)),
  })
  const asked = slotsNow()

  track(checkUptime(services, { atStart: true, signal }))
  if (services.phoneFirst.current() !== null) track(runSyntheticBooking(services, { atStart: true, signal }))
  track(rememberBackupHeads(services).then(() => keepBackups(services)))
  const timer = setInterval(() => {
    const slots = slotsNow()
    if (slots.uptime !== asked.uptime) track(checkUptime(services, { signal }))
    if (slots.synthetic !== asked.synthetic) track(runSyntheticBooking(services, { signal }))
    if (slots.backups !== asked.backups) track(keepBackups(services))
    Object.assign(asked, slots)
  }, lookMs)
  return {
    async stop() {
      clearInterval(timer)
      stopping.abort()
      await Promise.all(running)
    },
  }
}
