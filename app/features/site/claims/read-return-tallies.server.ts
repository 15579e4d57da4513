import type { ExpressionBuilder, Kysely } from 'kysely'
import { notAJobStatuses } from '#app/features/booking/lifecycle.ts'
import { madeSafeActs } from '#app/features/visit/made-safe.server.ts'
import { instantOf, londonDay } from '#app/platform/london.ts'
import { hours, later, toInstant } from '#app/values/clock.ts'
import { addMonths } from '#app/values/day.ts'
import { callBackHours, guaranteeMonths } from '#content/stated.ts'
import type { Tables } from '#db/tables.ts'
import type { ReturnMeasure, Tally } from './measures.ts'

/* Our return visits of the last 12 months, counted. */

type Jobs = ExpressionBuilder<Tables, 'bookings'>

/** The results of the claims about return visits: a return visit counts as one for the same fault until its engineer has said otherwise. */
export async function readReturnTallies(db: Kysely<Tables>, now: Date): Promise<Record<ReturnMeasure, Tally>> {
  const since = instantOf(addMonths(londonDay(now), -guaranteeMonths), 0)
  const jobs = await db
    .selectFrom('bookings')
    .select((job) => [isReturnedTo(job).as('isReturnedTo'), isUnfinished(job).as('isUnfinished')])
    .where('status', '=', 'completed')
    .where('promisedFrom', '>=', since)
    .where('returnOf', 'is', null)
    .where('suspectedSpam', '=', 0)
    .execute()
  const returned = jobs.filter((job) => job.isReturnedTo).length
  const unfixed = jobs.filter((job) => job.isReturnedTo || job.isUnfinished).length
  return {
    firstVisitFix: { jobs: jobs.length, kept: jobs.length - unfixed },
    returns: { jobs: jobs.length, kept: returned },
    callBack: await readCallBacks(db, since, now),
  }
}

/** A return visit for the same fault was booked. */
const isReturnedTo = ({ exists, selectFrom }: Jobs) =>
  exists(
    selectFrom('bookings as visit')
      .select('visit.id')
      .whereRef('visit.returnOf', '=', 'bookings.id')
      .where('visit.status', 'not in', notAJobStatuses)
      // One that fits a part finishes the job: `isUnfinished`.
      .where(({ not, exists: isAny, selectFrom: select }) =>
        not(isAny(select('awaitedParts').select('awaitedParts.id').whereRef('awaitedParts.returnId', '=', 'visit.id'))),
      )
      .where(({ not, exists: isAny, selectFrom: select }) =>
        not(
          isAny(
            select('returnFaults')
              .select('returnFaults.id')
              .whereRef('returnFaults.bookingId', '=', 'visit.id')
              .where('isSameFault', '=', 0)
              .where('returnFaults.id', '=', ({ selectFrom: last }) =>
                last('returnFaults as answer')
                  .select(({ fn }) => fn.max('answer.id').as('id'))
                  .whereRef('answer.bookingId', '=', 'visit.id'),
              ),
          ),
        ),
      ),
  )

/** The engineer left with work to do: by the job sheet, because it was only made safe, or since the same booking was opened again. */
const isUnfinished = ({ or, exists, selectFrom }: Jobs) =>
  or([
    exists(
      selectFrom('awaitedParts')
        .select('awaitedParts.id')
        .whereRef('awaitedParts.bookingId', '=', 'bookings.id')
        .where('endedAt', 'is', null),
    ),
    exists(
      selectFrom('jobSheets')
        .select('jobSheets.revision')
        .whereRef('jobSheets.bookingId', '=', 'bookings.id')
        .where('needsReturn', 'is not', null),
    ),
    exists(
      selectFrom('staffActs')
        .select('staffActs.id')
        .whereRef('staffActs.bookingId', '=', 'bookings.id')
        .where('undoneAt', 'is', null)
        .where(({ or: any, and, eb }) =>
          any([
            and([eb('act', '=', 'reopen'), eb('before', 'like', '%"status":"completed"%')]),
            ...madeSafeActs.map((past) => and([eb('act', '=', 'advance'), eb('staffActs.text', 'like', `${past}%`)])),
          ]),
        ),
    ),
  ])

/** Return visits asked for as soon as possible, and the number with an engineer at the door in time. */
async function readCallBacks(db: Kysely<Tables>, since: string, now: Date): Promise<Tally> {
  const visits = await db
    .selectFrom('bookings')
    .select(['createdAt'])
    .select(({ selectFrom }) =>
      selectFrom('bookingEvents')
        .select(({ fn }) => fn.min('bookingEvents.at').as('at'))
        .whereRef('bookingEvents.bookingId', '=', 'bookings.id')
        .where('toStatus', '=', 'arrived')
        .as('arrivedAt'),
    )
    .where('returnOf', 'is not', null)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('awaitedParts').select('awaitedParts.id').whereRef('awaitedParts.returnId', '=', 'bookings.id'))),
    )
    .where('createdAt', '>=', since)
    .where('slotStartsAt', 'is', null)
    // Its customer has asked for another time since.
    .where('revision', '=', 0)
    .where('status', 'not in', notAJobStatuses)
    .execute()
  const dueAt = (createdAt: string) => later(createdAt, hours(callBackHours))
  const judged = visits.filter(({ createdAt, arrivedAt }) => arrivedAt !== null || dueAt(createdAt) < toInstant(now))
  return {
    jobs: judged.length,
    kept: judged.filter(({ createdAt, arrivedAt }) => (arrivedAt ?? toInstant(now)) <= dueAt(createdAt)).length,
  }
}
