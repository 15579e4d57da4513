import type { Kysely } from 'kysely'
import { statusesAt } from '#app/features/booking/lifecycle.ts'
import type { Booking } from '#app/features/booking/read-booking.server.ts'
import { addressKey } from '#app/features/booking/same-visit.ts'
import { londonDay } from '#app/platform/london.ts'
import { dayWithYear } from '#app/values/day.ts'
import type { Tables } from '#db/tables.ts'
import { returnReasonTexts } from '../sheet/job-sheet.ts'

/** The most visits that are read: the newest of the postcode. */
const mostRead = 50
const mostShown = 3

/**
 * Returns earlier work at a job's address: the newest visits to exactly this address, three at most, each in words of its job sheet. The
 * customers of those visits aren't named.
 */
export async function readEarlierVisits(db: Kysely<Tables>, job: Pick<Booking, 'id' | 'address' | 'postcode'>) {
  const place = addressKey(job)
  if (place === '' || job.postcode === '') return []
  const visits = await db
    .selectFrom('bookings')
    .innerJoin('jobSheets', 'jobSheets.bookingId', 'bookings.id')
    .select(['bookings.id', 'address', 'service', 'promisedFrom', 'found', 'done', 'needsReturn', 'returnNote'])
    .where('postcode', '=', job.postcode)
    .where('bookings.id', '!=', job.id)
    .where('erasedAt', 'is', null)
    .where('status', 'in', statusesAt('visited'))
    .orderBy('promisedFrom', 'desc')
    .limit(mostRead)
    .execute()
  return visits
    .filter(({ address }) => addressKey({ address, postcode: job.postcode }) === place)
    .slice(0, mostShown)
    .map(({ id, service, promisedFrom, found, done, needsReturn, returnNote }) => ({
      id,
      title: `${dayWithYear(londonDay(promisedFrom))}, ${service}`,
      text: [found, done, needsReturn && `${returnReasonTexts[needsReturn]}: ${returnNote}`].filter(Boolean).join('\n'),
    }))
}
