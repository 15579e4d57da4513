import { setImmediate } from 'node:timers/promises'
import { raiseAlarm } from '#app/features/accounts/raise-alarm.ts'
import { loggable } from '#app/platform/log.ts'
import type { Services } from '#app/platform/services.ts'
import { days, later, minutes, toInstant } from '#app/values/clock.ts'
import type { LondonDay } from '#app/values/day.ts'
import { rules, whatOf } from './privacy/kept-for.ts'
import { deleteDue } from './retention/delete-rows.server.ts'
import { eraseDue, walkBookings } from './retention/due-bookings.server.ts'
import { type KeptBookings, NightResults, nightOf, nothingKept } from './retention/night.ts'

/** Chore, every minute on any instance: deletes data that is kept for minutes or hours. */
export async function deleteExpired(services: Services): Promise<void> {
  for (const rule of rules) if (rule.each === 'minute') await deleteDue(services, rule)
}

/** Longer than any step takes. An instance that dies leaves the night to another after that. */
const leaseMs = minutes(5)
/** The most bookings at a time, so that the server needn't wait long to stop. The rest follows a minute later. */
const bookingsAtOnce = 500

/**
 * Chore: erases data once a night when its time is over (`kept-for.ts`, `booking-tables.server.ts`), and records the figures. One instance
 * does it; if it is interrupted, it continues a minute later. A failure raises an alarm, and is tried again the next night.
 */
export async function carryOutRetention(services: Services, most = bookingsAtOnce): Promise<void> {
  const results = await takeNight(services)
  if (!results) return
  const night = nightOf(services.clock.now())
  const record = (name: string, { due, done, failed }: NightResults[string]) => {
    const before = results[name] ?? { due: 0, done: 0, failed: 0 }
    results[name] = { due: before.due + due, done: before.done + done, failed: before.failed + failed }
    return keepLease(services, night, results)
  }
  for (const rule of rules) {
    if (rule.each !== 'night') continue
    try {
      const done = await deleteDue(services, rule)
      if (done > 0) await record(rule.name, { due: done, done, failed: 0 })
    } catch (error) {
      services.log.error({ rule: rule.name, error: loggable(error) }, 'old data could not be erased')
      await record(rule.name, { due: 0, done: 0, failed: 1 })
    }
  }
  const kept = await eraseBookings(services, most, record)
  // Reviews of erased bookings are no longer shown.
  if ((results.bookings?.done ?? 0) > 0) services.pagesChanged()
  if (kept) await endNight(services, night, results, kept)
  else await keepLease(services, night, results, services.clock.now())
}

/** Takes the turn for this night. Returns its figures so far; undefined if it is done, or another instance is doing it. */
async function takeNight(services: Services): Promise<NightResults | undefined> {
  const { db, log } = services
  const now = services.clock.now()
  const [night, leasedUntil] = [nightOf(now), later(now, leaseMs)]
  const last = await db.selectFrom('retentionNights').selectAll().orderBy('night', 'desc').limit(1).executeTakeFirst()
  if (last?.night === night && (last.doneAt !== null || last.leasedUntil > toInstant(now))) return undefined
  const taken = await db.transaction().execute(async (tx) => {
    const row = await tx
      .insertInto('retentionNights')
      .values({ night, begunAt: toInstant(now), leasedUntil, results: '{}', kept: JSON.stringify(nothingKept) })
      .onConflict((conflict) =>
        conflict
          .column('night')
          .doUpdateSet({ leasedUntil })
          .where('retentionNights.doneAt', 'is', null)
          .where('retentionNights.leasedUntil', '<=', toInstant(now)),
      )
      .returning(['results', 'begunAt'])
      .executeTakeFirst()
    // The first to begin a night reports that the previous one never finished.
    if (row && last && last.night < night && last.doneAt === null && row.begunAt === toInstant(now))
      await raiseAlarm(tx, now, { kind: 'retention_failed', night: last.night, what: [], isUnfinished: true })
    return row
  })
  if (!taken) return undefined
  log.info({ night }, 'the nightly erasure begins or continues')
  services.jobsAdded()
  return NightResults.parse(JSON.parse(taken.results))
}

async function keepLease(
  { db, clock }: Services,
  night: LondonDay,
  results: NightResults,
  leasedUntil = new Date(later(clock.now(), leaseMs)),
) {
  await db
    .updateTable('retentionNights')
    .set({ results: JSON.stringify(results), leasedUntil: toInstant(leasedUntil) })
    .where('night', '=', night)
    .execute()
}

/** Walks over all bookings and erases those that are due. Returns what is kept, once there is nothing more to erase. */
async function eraseBookings(
  services: Services,
  most: number,
  record: (name: string, result: NightResults[string]) => Promise<void>,
): Promise<KeptBookings | undefined> {
  const kept: KeptBookings = { ...nothingKept, reasons: {} }
  const tomorrow = new Date(later(services.clock.now(), days(1)))
  let room = most
  for await (const page of walkBookings(services, services.clock.now())) {
    const result = { due: 0, done: 0, failed: 0 }
    for (const { id, state, kept: reasons, isDueAt } of page) {
      if (state === 'open') kept.open += 1
      if (state === 'waits') kept.waiting += 1
      if (state === 'waits' && isDueAt(tomorrow)) kept.dueNext += 1
      for (const { what, until } of reasons) {
        const { count, open, until: last } = kept.reasons[what] ?? { count: 0, open: 0, until: null }
        const later = [last ?? '', until ?? ''].toSorted().at(-1) || null
        kept.reasons[what] = { count: count + 1, open: open + (until === null ? 1 : 0), until: later }
      }
      if (state !== 'due' || room === 0) continue
      try {
        if (!(await eraseDue(services, id))) continue
        result.done += 1
        room -= 1
      } catch (error) {
        services.log.error({ bookingId: id, error: loggable(error) }, 'a booking could not be erased')
        result.failed += 1
      }
      result.due += 1
    }
    if (result.due > 0) await record('bookings', result)
    if (room === 0) return undefined
    await setImmediate()
  }
  return kept
}

async function endNight(services: Services, night: LondonDay, results: NightResults, kept: KeptBookings): Promise<void> {
  const now = services.clock.now()
  const failed = Object.entries(results).flatMap(([name, result]) => (result.failed > 0 ? [whatOf(name)] : []))
  await services.db.transaction().execute(async (tx) => {
    const ended = await tx
      .updateTable('retentionNights')
      .set({ doneAt: toInstant(now), results: JSON.stringify(results), kept: JSON.stringify(kept) })
      .where('night', '=', night)
      .where('doneAt', 'is', null)
      .returning('night')
      .executeTakeFirst()
    if (ended && failed.length > 0) await raiseAlarm(tx, now, { kind: 'retention_failed', night, what: failed, isUnfinished: false })
  })
  if (failed.length > 0) services.jobsAdded()
}
