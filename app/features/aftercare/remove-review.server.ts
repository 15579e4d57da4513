import type { Kysely } from 'kysely'
import { actOnBooking } from '#app/features/booking/act-on-booking.server.ts'
import { CodedRefusal } from '#app/platform/errors.ts'
import { type Read, textReader } from '#app/platform/fields.ts'
import { valuesOf } from '#app/platform/form-values.ts'
import { sanitise } from '#app/platform/sanitise.ts'
import type { Services } from '#app/platform/services.ts'
import { toInstant } from '#app/values/clock.ts'
import { hashOf } from '#app/values/ids.ts'
import type { RemovalReason } from '#db/tables/aftercare.ts'
import type { Tables } from '#db/tables.ts'
import { isRemovalReason } from './review-rules.ts'

export const reviewNotFound = () =>
  new CodedRefusal(404, 'not_found', 'This review isn’t shown any longer: it’s been withdrawn, removed or erased.')

/** The booking that a review is about. Throws a refusal if there is no such review. */
export async function readReviewed(db: Kysely<Tables>, reviewId: string): Promise<string> {
  const review = await db.selectFrom('reviews').select('bookingId').where('id', '=', reviewId).executeTakeFirst()
  if (!review) throw reviewNotFound()
  return review.bookingId
}

const readReason = (typed: string): Read<RemovalReason> =>
  isRemovalReason(typed) ? { value: typed } : { problem: 'Choose the legal reason' }

const readNote = textReader('The note', {
  min: 10,
  max: 1000,
  required: 'Say what exactly breaks the law, and how you know',
  clean: sanitise,
})

interface RemoveReview {
  reviewId: string
  /** The caller has checked that they are an owner. */
  ownerId: string
  reason: string
  /** For the record: what exactly breaks the law, and how we know. 10 to 1000 characters. */
  note: string
}

/**
 * Removes the words of a review for one of the stated legal reasons. They are kept for the record, the page counts the removal by its reason,
 * and its writer is told why. Its stars still count, unless it isn't about our work. Throws `InvalidEntry`, or a refusal if there is
 * no such review or it isn't shown.
 */
export async function removeReview(services: Services, { reviewId, ownerId, ...typed }: RemoveReview): Promise<void> {
  const { reason, removalNote } = valuesOf({ reason: readReason(typed.reason), removalNote: readNote(typed.note) })
  const bookingId = await readReviewed(services.db, reviewId)
  await actOnBooking(services, { bookingId, actor: ownerId }, async (tx, { now }) => {
    const removed = await tx
      .updateTable('reviews')
      .set({ removedAt: toInstant(now), removedBy: ownerId, removalReason: reason, removalNote })
      .where('id', '=', reviewId)
      .where('withdrawnAt', 'is', null)
      .where('removedAt', 'is', null)
      .where('erasedAt', 'is', null)
      .returning(['stars', 'text', 'revision'])
      .executeTakeFirst()
    if (!removed) throw reviewNotFound()
    const { stars, text, revision } = removed
    const detail = { review: reviewId, revision, reason, stars: stars ?? 0, textHash: hashOf(text) }
    return { event: 'none', action: 'review.remove', detail, announces: { occasion: 'review_removed', id: reviewId } }
  })
  services.pagesChanged()
}
