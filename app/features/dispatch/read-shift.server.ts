import { underWayStatuses } from '#app/features/booking/lifecycle.ts'
import { shiftsTouching } from '#app/features/capacity/read-working-hours.server.ts'
import type { Services } from '#app/platform/services.ts'
import { days, later, toInstant } from '#app/values/clock.ts'
import { readEngineers } from './read-roster.server.ts'

/** How far from a shift those may be that it can be swapped with, in days. */
const swapWithinDays = 14

/**
 * A shift with its engineer, their open jobs in that time, others' shifts that it could be swapped with, and everyone else who works here;
 * undefined if there is none.
 */
export async function readShift({ db, clock }: Pick<Services, 'db' | 'clock'>, shiftId: string) {
  const shift = await db.selectFrom('shifts').selectAll().where('id', '=', shiftId).executeTakeFirst()
  const engineers = await readEngineers(db, true)
  const engineer = engineers.find(({ id }) => id === shift?.engineerId)
  if (!shift || !engineer) return undefined
  const { startsAt, endsAt } = shift
  const jobs = await db
    .selectFrom('bookings')
    .select(['id', 'reference', 'service', 'promisedFrom', 'promisedUntil'])
    .where('engineerId', '=', engineer.id)
    .where('promisedFrom', '>', later(startsAt, -days(1)))
    .where('promisedFrom', '<', endsAt)
    .where('promisedUntil', '>', startsAt)
    .where('status', 'in', underWayStatuses)
    .orderBy('promisedFrom')
    .execute()
  const others = await shiftsTouching(db, later(startsAt, -days(swapWithinDays)), later(endsAt, days(swapWithinDays)))
    .innerJoin('engineers', 'engineers.id', 'shifts.engineerId')
    .select(['shifts.id', 'name', 'kind', 'startsAt', 'endsAt'])
    .where('engineerId', '!=', engineer.id)
    .where('retiredAt', 'is', null)
    .where('shifts.endsAt', '>', toInstant(clock.now()))
    .orderBy('name')
    .orderBy('startsAt')
    .execute()
  const colleagues = engineers.filter(({ id, retiredAt }) => id !== engineer.id && retiredAt === null)
  return { shift, engineer, jobs, others, colleagues }
}
