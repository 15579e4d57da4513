import type { Kysely } from 'kysely'
import { plannedStatuses } from '#app/features/booking/lifecycle.ts'
import { nextAvailableMinutes, nextFromBoard } from '#app/features/capacity/next-available.ts'
import { hours, later, minutes } from '#app/platform/clock.ts'
import { arrivalWindowMinutes, nextVisitMinutes } from '#content/stated.ts'
import type { Tables } from '#db/tables.ts'

/** One that was promised longer ago was forgotten on the board: it keeps nobody busy. */
const oldestJobMs = hours(12)

/**
 * Minutes until the next available engineer: by the board where engineers are at work, else by the clock. The one place that decides, for
 * the banner, the form and the promise of a booking. Two looks at indexes, one where nobody is
 * at work; everybody who watches the banner shares one reader, so nothing is kept that could disagree.
 */
export async function readNextAvailable(db: Kysely<Tables>, now: Date): Promise<number> {
  // Who goes home before they could be there does not count; who comes by then does.
  const soon = later(now, minutes(arrivalWindowMinutes))
  const atWork = await db
    .selectFrom('shifts')
    .innerJoin('engineers', 'engineers.id', 'shifts.engineerId')
    .select(['engineers.id', 'shifts.startsAt'])
    .where('shifts.endsAt', '>', soon)
    .where('shifts.startsAt', '<=', soon)
    .where('engineers.retiredAt', 'is', null)
    .orderBy('shifts.startsAt', 'desc')
    .execute()
  if (atWork.length === 0) return nextAvailableMinutes(now)
  const jobs = await db
    .selectFrom('bookings')
    .select(['engineerId', 'status', 'promisedFrom'])
    .where('status', 'in', plannedStatuses)
    .where('promisedFrom', '>', later(now, -oldestJobMs))
    .where('promisedFrom', '<', later(now, minutes(nextVisitMinutes)))
    .where('suspectedSpam', '=', 0)
    // Outside our area nobody drives before one of us has taken it on.
    .where((eb) => eb.or([eb('inArea', '=', 1), eb('acceptedAt', 'is not', null)]))
    .execute()
  return nextFromBoard(atWork, jobs, now) ?? nextAvailableMinutes(now)
}
