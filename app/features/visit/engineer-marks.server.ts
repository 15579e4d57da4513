import type { Kysely } from 'kysely'
import { notAJobStatuses } from '#app/features/booking/lifecycle.ts'
import { jobsWithoutEngineer } from '#app/features/booking/read-booking.server.ts'
import { billMarks, visitMarks } from '#app/features/booking/visit-marks.server.ts'
import { instantOf, londonDay } from '#app/platform/london.ts'
import { addDays } from '#app/values/day.ts'
import { hashOf } from '#app/values/ids.ts'
import type { Tables } from '#db/tables.ts'

/**
 * The marks of engineers: a new one after every change to their pages' data in rows of their jobs and of urgent jobs that no one has. A
 * mark doesn't say what changed.
 */
export async function readEngineerMarks(db: Kysely<Tables>, engineerIds: readonly string[], now: Date): Promise<Map<string, string>> {
  if (engineerIds.length === 0) return new Map()
  const today = londonDay(now)
  const jobs = await db
    .selectFrom('bookings')
    .select(['engineerId', 'id', 'version', 'status', 'expectedAt'])
    .select((eb) => [
      ...visitMarks(eb),
      ...billMarks(eb),
      eb.selectFrom('jobSheets').select('revision').whereRef('bookingId', '=', 'bookings.id').as('sheet'),
    ])
    .where('engineerId', 'in', engineerIds)
    .where('engineerId', 'is not', null)
    .where('promisedFrom', '<', instantOf(addDays(today, 2), 0))
    .where('promisedFrom', '>=', instantOf(addDays(today, -7), 0))
    .where('status', 'not in', notAJobStatuses)
    .orderBy('id')
    .execute()
  // The pages of engineers on duty show the urgent jobs that no one has.
  const urgent = await jobsWithoutEngineer(db, now).clearSelect().select(['id', 'version']).execute()
  const own = Map.groupBy(jobs, ({ engineerId }) => engineerId)
  return new Map(engineerIds.map((id) => [id, hashOf(JSON.stringify([today, own.get(id) ?? [], urgent])).slice(0, 16)]))
}
