import { raiseAlarm } from '#app/features/accounts/raise-alarm.ts'
import { hasDeskHours, hasPlannedHours, readRotaHours } from '#app/features/capacity/read-working-hours.server.ts'
import type { Rota } from '#app/features/capacity/rota-view.ts'
import { gapsBetween } from '#app/features/capacity/working-hours.ts'
import type { Services } from '#app/platform/services.ts'
import { hours, later, toInstant } from '#app/values/clock.ts'
import { idFrom } from '#app/values/ids.ts'

/** So long before no one is on shift or on call, the owners are warned. */
const aheadMs = hours(24)
/** No shift is longer. A hole that has lasted as long is no news. */
const backMs = hours(26)
/** For the ids of the alarms, so that each hole is one. */
const idOfAll = '00000000-0000-7000-8000-000000000000'

/**
 * Chore: raises an alarm for each hole in the engineers' rota and the desk's within a day: hours in which no one is on shift or on call. Of
 * one that a sick note makes, within a minute. Nothing about a rota on which no hours were ever planned.
 */
export async function warnOfHoles(services: Services): Promise<void> {
  for (const rota of ['engineers', 'desk'] as const) await warnOfHolesIn(services, rota)
}

async function warnOfHolesIn(services: Services, rota: Rota): Promise<void> {
  const { db, clock } = services
  const now = clock.now()
  const [from, until, at] = [later(now, -backMs), later(now, aheadMs + backMs), toInstant(now)]
  const holes = gapsBetween(await readRotaHours(db, rota, from, until), from, until).filter(
    ({ startsAt, endsAt }) => endsAt > at && startsAt > from && startsAt <= later(now, aheadMs),
  )
  if (holes.length === 0 || !(await (rota === 'desk' ? hasDeskHours(db) : hasPlannedHours(db)))) return
  await db.transaction().execute(async (tx) => {
    for (const { startsAt, endsAt } of holes) {
      const alarm = { kind: 'rota_hole' as const, from: startsAt, until: endsAt < until ? endsAt : null, ...(rota === 'desk' && { rota }) }
      await raiseAlarm(tx, now, alarm, idFrom(idOfAll, `${rota} ${startsAt}`))
    }
  })
  services.jobsAdded()
}
