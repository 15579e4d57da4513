import { actOnBooking } from '#app/features/booking/act-on-booking.server.ts'
import { textReader } from '#app/platform/fields.ts'
import { valuesOf } from '#app/platform/form-values.ts'
import { sanitise } from '#app/platform/sanitise.ts'
import type { Services } from '#app/platform/services.ts'
import { later, minutes, toInstant } from '#app/values/clock.ts'
import { readReviewed, reviewNotFound } from './remove-review.server.ts'
import { isStanding, longestAnswer } from './review-rules.ts'

const readAnswer = textReader('The answer', { max: longestAnswer, required: 'Write an answer', clean: sanitise })

/** A change within this of an answer corrects it. */
const correctedWithinMs = minutes(10)

/**
 * Publishes our answer under a review, or changes it. Its writer is emailed each answer; what is changed within ten minutes is the same one.
 * Repeating it does nothing. The caller has checked that `staffId` is staff. Throws `InvalidEntry`, or a refusal if
 * there is no such review or it isn't shown.
 */
export async function answerReview(
  services: Services,
  { reviewId, staffId, answer: typed }: { reviewId: string; staffId: string; answer: string },
): Promise<void> {
  const { answer } = valuesOf({ answer: readAnswer(typed) })
  const bookingId = await readReviewed(services.db, reviewId)
  await actOnBooking(services, { bookingId, actor: staffId }, async (tx, { now }) => {
    const review = await tx.selectFrom('reviews').selectAll().where('id', '=', reviewId).executeTakeFirstOrThrow()
    if (!isStanding(review)) throw reviewNotFound()
    if (review.answer === answer) return undefined
    const isSame = review.answeredAt !== null && later(review.answeredAt, correctedWithinMs) > toInstant(now)
    await tx
      .updateTable('reviews')
      .set({ answer, answeredBy: staffId, ...(!isSame && { answeredAt: toInstant(now) }) })
      .where('id', '=', reviewId)
      .execute()
    const audited = { action: 'review.answer' as const, detail: { review: reviewId } }
    return { event: 'none', ...audited, ...(!isSame && { announces: { occasion: 'review_answered', id: reviewId } }) }
  })
  services.pagesChanged()
}
