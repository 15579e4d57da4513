import { type Kysely, sql } from 'kysely'
import { actOnBooking } from '#app/features/booking/act-on-booking.server.ts'
import { unclosedMs } from '#app/features/booking/visit-end.server.ts'
import { eachApart } from '#app/platform/each-apart.ts'
import { instantOf, londonHour } from '#app/platform/london.ts'
import type { Services } from '#app/platform/services.ts'
import { days, hours, type Instant, later, toInstant } from '#app/values/clock.ts'
import { addDays } from '#app/values/day.ts'
import type { ReviewAsksTable } from '#db/tables/aftercare.ts'
import type { Tables } from '#db/tables.ts'

/* When customers are asked for a review: constants, which no one can change. */

/** After the visit ended. */
const firstAskMs = hours(3)
/** After the first time, if nothing was written. */
const secondAskMs = days(4)
/** After an outage, no one is asked about a visit that ended longer ago. */
const latestAskMs = days(14)
/** London's hours of the day between which people are asked. */
const askHours = { from: 9, until: 20 } as const

/** Returns the instant itself if London's clocks then show 9am to 8pm, else the next 9am. */
export function atAskingHour(at: Instant): Instant {
  const { day, hour } = londonHour(at)
  if (hour >= askHours.from && hour < askHours.until) return at
  return instantOf(hour < askHours.from ? day : addDays(day, 1), askHours.from)
}

/** Returns true if people are asked at this hour. */
const isAskingHour = (now: Date): boolean => atAskingHour(now.toISOString()) === later(now, 0)

type Ask = Pick<ReviewAsksTable, 'bookingId' | 'number'>

/**
 * Chore: asks the customer of every visit for a review, three hours after it ended and between 9am and 8pm in London, and once more four days
 * later if they have written none: each time once, however many instances there are. Whatever became of the booking since, they are asked,
 * unless they have had it erased: no one can skip or delay it. Returns how many were asked.
 */
export async function askForReviews(services: Services): Promise<number> {
  const now = services.clock.now()
  if (!isAskingHour(now)) return 0
  const due = [...(await readFirstDue(services.db, now)), ...(await readSecondDue(services.db, now))]
  return eachApart(due, (ask) => askOnce(services, ask))
}

const isDue = (from: Instant, afterMs: number, now: Date) => atAskingHour(later(from, afterMs)) <= toInstant(now)

/** Bookings whose visit has ended, and whose customer hasn't been asked. */
async function readFirstDue(db: Kysely<Tables>, now: Date): Promise<Ask[]> {
  const notAsked = () =>
    db
      .selectFrom('bookings')
      .innerJoin('bookingEvents', 'bookingEvents.bookingId', 'bookings.id')
      .select('bookings.id')
      .where('bookings.eraseAskedAt', 'is', null)
      .where('bookings.erasedAt', 'is', null)
      .where(({ not, exists, selectFrom }) =>
        not(exists(selectFrom('reviewAsks').select('number').whereRef('reviewAsks.bookingId', '=', 'bookings.id'))),
      )
      .groupBy('bookings.id')
      .orderBy('bookings.id')
  const ended = await notAsked()
    .select(({ fn }) => fn.min('bookingEvents.at').as('at'))
    .where('bookingEvents.at', '>', later(now, -latestAskMs))
    .where('bookingEvents.at', '<=', later(now, -firstAskMs))
    // Constants, so that the index of these events is used.
    .where(
      'toStatus',
      'in',
      (['completed', 'no_access', 'cancelled'] as const).map((status) => sql.lit(status)),
    )
    // As `visitEndOf` has it.
    .where(({ eb, or }) => or([eb('toStatus', '!=', 'cancelled'), eb('fromStatus', '=', 'arrived')]))
    .execute()
  // No one has closed these.
  const unclosed = await notAsked()
    .select(({ fn }) => fn.max('bookingEvents.at').as('at'))
    .where('bookings.status', '=', 'arrived')
    .where('toStatus', '=', 'arrived')
    .execute()
  return [
    ...ended.filter(({ at }) => isDue(at, firstAskMs, now)),
    ...unclosed.filter(({ at }) => isDue(at, unclosedMs + firstAskMs, now)),
  ].map(({ id }) => ({ bookingId: id, number: 1 }))
}

/** Bookings whose customer was asked once, and has written nothing. */
async function readSecondDue(db: Kysely<Tables>, now: Date): Promise<Ask[]> {
  const asked = await db
    .selectFrom('reviewAsks as first')
    .innerJoin('bookings', 'bookings.id', 'first.bookingId')
    .select(['first.bookingId', 'first.at'])
    .where('first.number', '=', 1)
    .where('first.at', '>', later(now, -latestAskMs))
    .where('first.at', '<=', later(now, -secondAskMs))
    .where('bookings.eraseAskedAt', 'is', null)
    .where('bookings.erasedAt', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('reviewAsks as second')
            .select('second.number')
            .whereRef('second.bookingId', '=', 'first.bookingId')
            .where('second.number', '=', 2),
        ),
      ),
    )
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('reviews').select('reviews.id').whereRef('reviews.bookingId', '=', 'first.bookingId'))),
    )
    .orderBy('first.bookingId')
    .execute()
  return asked.filter(({ at }) => isDue(at, secondAskMs, now)).map(({ bookingId }) => ({ bookingId, number: 2 }))
}

/** Returns false if they were asked meanwhile, or have written a review. */
const askOnce = async (services: Services, { bookingId, number }: Ask): Promise<boolean> =>
  (await actOnBooking<true>(services, { bookingId, actor: 'system' }, async (tx, { now }) => {
    const written = await tx.selectFrom('reviews').select('id').where('bookingId', '=', bookingId).executeTakeFirst()
    const isNew = await tx
      .insertInto('reviewAsks')
      .values({ bookingId, number, at: toInstant(now) })
      .onConflict((conflict) => conflict.columns(['bookingId', 'number']).doNothing())
      .returning('number')
      .executeTakeFirst()
    // Someone who has written one before they were asked isn't asked at all.
    if (!isNew || written) return undefined
    return { announces: { occasion: 'review_asked', id: String(number) }, result: true }
  })) ?? false
