import type { Kysely } from 'kysely'
import { momentText } from '#app/platform/london.ts'
import type { Tables } from '#db/tables.ts'
import { removalReasons } from './review-rules.ts'
import { readWho } from './staff/read-who.server.ts'

/** The reviews on a page. */
const most = 30

/** Reviews as staff see them, with their bookings, the newest first: all of them, a page at a time, or the one of a booking. */
export async function readStaffReviews(db: Kysely<Tables>, { bookingId, page = 1 }: { bookingId?: string; page?: number }) {
  const query = db
    .selectFrom('reviews')
    .innerJoin('bookings', 'bookings.id', 'reviews.bookingId')
    .selectAll('reviews')
    .select('bookings.reference')
    .where('reviews.erasedAt', 'is', null)
    .orderBy('reviews.id', 'desc')
    .limit(most + 1)
    .offset((page - 1) * most)
  const rows = await (bookingId ? query.where('bookingId', '=', bookingId) : query).execute()
  const shown = rows.slice(0, most)
  const by = await readWho(
    db,
    shown.flatMap(({ answeredBy, removedBy }) => [answeredBy, removedBy]),
  )
  return {
    reviews: shown.map(({ id, bookingId: booking, reference, stars, text, name, area, service, ...review }) => ({
      ...{ id, booking, reference, stars: stars ?? 0, text, name, area, service, answer: review.answer },
      ...{ isPublished: review.mayPublish === 1, isOwn: review.isOwn === 1 },
      at: `${momentText(review.writtenAt)}${review.editedAt ? `, edited ${momentText(review.editedAt)}` : ''}`,
      answered: review.answeredAt ? `${by(review.answeredBy)}, ${momentText(review.answeredAt)}` : undefined,
      withdrawn: review.withdrawnAt ? momentText(review.withdrawnAt) : undefined,
      removed:
        review.removedAt && review.removalReason
          ? `${removalReasons[review.removalReason].label}. ${by(review.removedBy)}, ${momentText(review.removedAt)}: ${review.removalNote}`
          : undefined,
    })),
    hasMore: rows.length > most,
  }
}

export type StaffReview = Awaited<ReturnType<typeof readStaffReviews>>['reviews'][number]
