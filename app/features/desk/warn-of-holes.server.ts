import { hasDeskHours, hasPlannedHours, readRotaHours } from '#app/features/capacity/read-working-hours.server.ts'
import type { Rota } from '#app/features/capacity/rota-view.ts'
import { gapsBetween } from '#app/features/capacity/working-hours.ts'
import { enqueue, type NewJob } from '#app/platform/jobs.ts'
import type { Services } from '#app/platform/services.ts'
import { textsArrive } from '#app/platform/texts.ts'
import { hours, later, toInstant } from '#app/values/clock.ts'
import { idFrom } from '#app/values/ids.ts'

/** So long before no one is on shift or on call, the owners are warned. */
const aheadMs = hours(24)
/** No shift is longer. A hole that has lasted as long is no news. */
const backMs = hours(26)
/** For the ids of the warnings, so that each owner is warned once of a hole. */
const idOfAll = '00000000-0000-7000-8000-000000000000'

/**
 * Chore: warns the owners, by email and text, of each hole in the engineers' rota and the desk's within a day: hours in which no one is on
 * shift or on call. Of one that a sick note makes, within a minute. Nothing about a rota on which no hours were ever planned.
 */
export async function warnOfHoles(services: Services): Promise<void> {
  for (const rota of ['engineers', 'desk'] as const) await warnOfHolesIn(services, rota)
}

async function warnOfHolesIn(services: Services, rota: Rota): Promise<void> {
  const { db, clock, config } = services
  const now = clock.now()
  const [from, until, at] = [later(now, -backMs), later(now, aheadMs + backMs), toInstant(now)]
  const holes = gapsBetween(await readRotaHours(db, rota, from, until), from, until).filter(
    ({ startsAt, endsAt }) => endsAt > at && startsAt > from && startsAt <= later(now, aheadMs),
  )
  if (holes.length === 0 || !(await (rota === 'desk' ? hasDeskHours(db) : hasPlannedHours(db)))) return
  const owners = await db.selectFrom('authUsers').select(['id', 'phone', 'email']).where('role', '=', 'owner').execute()
  const jobs = holes.flatMap(({ startsAt, endsAt }) =>
    owners.flatMap(({ id: ownerId, phone, email }) => {
      const payload = { from: startsAt, until: endsAt < until ? endsAt : null, ownerId, ...(rota === 'desk' && { rota }) }
      const which = `${ownerId} ${startsAt}${rota === 'desk' ? ' desk' : ''}`
      const jobOf = (kind: string): NewJob => ({ kind, payload, about: ownerId, id: idFrom(idOfAll, `${kind} ${which}`) })
      return [...(email ? [jobOf('rota-hole-email')] : []), ...(phone && textsArrive({ config }) ? [jobOf('rota-hole-text')] : [])]
    }),
  )
  await db.transaction().execute((tx) => enqueue(tx, now, jobs))
  services.jobsAdded()
}
