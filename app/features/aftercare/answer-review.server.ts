import { recordAudit } from '#app/platform/audit.ts'
import { InvalidEntry } from '#app/platform/errors.ts'
import { textReader } from '#app/platform/fields.ts'
import { sanitise } from '#app/platform/sanitise.ts'
import type { Services } from '#app/platform/services.ts'
import { toInstant } from '#app/values/clock.ts'
import { reviewNotFound } from './remove-review.server.ts'
import { longestAnswer } from './review-rules.ts'

const readAnswer = textReader('The answer', { max: longestAnswer, required: 'Write an answer', clean: sanitise })

/**
 * Publishes our answer under a review, or changes it. The caller has checked that `staffId` is staff. Throws `InvalidEntry`, or a refusal if
 * there is no such review or it isn't shown.
 */
export async function answerReview(
  services: Services,
  { reviewId, staffId, answer: typed }: { reviewId: string; staffId: string; answer: string },
): Promise<void> {
  const answer = readAnswer(typed)
  if ('problem' in answer) throw new InvalidEntry({ answer: answer.problem })
  await services.db.transaction().execute(async (tx) => {
    const now = services.clock.now()
    const answered = await tx
      .updateTable('reviews')
      .set({ answer: answer.value, answeredAt: toInstant(now), answeredBy: staffId })
      .where('id', '=', reviewId)
      .where('withdrawnAt', 'is', null)
      .where('removedAt', 'is', null)
      .where('erasedAt', 'is', null)
      .returning('bookingId')
      .executeTakeFirst()
    if (!answered) throw reviewNotFound()
    await recordAudit(tx, now, { actor: staffId, action: 'review.answer', subject: answered.bookingId, detail: { review: reviewId } })
  })
  services.pagesChanged()
}
