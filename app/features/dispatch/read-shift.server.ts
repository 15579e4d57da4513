import { underWayStatuses } from '#app/features/booking/lifecycle.ts'
import { shiftsTouching } from '#app/features/capacity/read-working-hours.server.ts'
import { readPeopleOf, readRotaPeople } from '#app/features/capacity/rota-people.server.ts'
import type { Services } from '#app/platform/services.ts'
import { days, later, toInstant } from '#app/values/clock.ts'

/** The most days between two shifts that can be swapped. */
const swapWithinDays = 14

/**
 * A shift with its person, an engineer's open jobs in that time, others' shifts that it could be swapped with, and everyone else on the
 * same rota; undefined if there is none.
 */
export async function readShift({ db, clock }: Pick<Services, 'db' | 'clock'>, shiftId: string) {
  const shift = await db.selectFrom('shifts').selectAll().where('id', '=', shiftId).executeTakeFirst()
  const [person] = shift ? await readPeopleOf(db, [shift.personId]) : []
  if (!shift || !person) return undefined
  const { startsAt, endsAt } = shift
  const jobs = await db
    .selectFrom('bookings')
    .select(['id', 'reference', 'service', 'promisedFrom', 'promisedUntil'])
    .where('engineerId', '=', person.id)
    .where('promisedFrom', '>', later(startsAt, -days(1)))
    .where('promisedFrom', '<', endsAt)
    .where('promisedUntil', '>', startsAt)
    .where('status', 'in', underWayStatuses)
    .orderBy('promisedFrom')
    .execute()
  const colleagues = (await readRotaPeople(db, person.rota)).filter(({ id }) => id !== person.id)
  const near = await shiftsTouching(db, later(startsAt, -days(swapWithinDays)), later(endsAt, days(swapWithinDays)))
    .select(['id', 'personId', 'kind', 'startsAt', 'endsAt'])
    .where('endsAt', '>', toInstant(clock.now()))
    .orderBy('startsAt')
    .execute()
  const others = colleagues.flatMap(({ id: personId, name }) =>
    near.filter((each) => each.personId === personId).map((each) => ({ ...each, name })),
  )
  return { shift, person, jobs, others, colleagues }
}
