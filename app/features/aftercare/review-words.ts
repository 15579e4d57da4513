import { counted } from '#app/platform/next-text.ts'
import type { ReviewSummary } from './read-reviews.server.ts'
import { removalReasons } from './review-rules.ts'

/** '4.6 out of 5 from 37 reviews'; 'No reviews yet' without any. */
export const ratingText = ({ average, count }: Pick<ReviewSummary, 'average' | 'count'>): string =>
  count === 0 ? 'No reviews yet' : `${average} out of 5 from ${counted(count, 'review')}`

/** The same, with how many aren't counted and how many are by customers who booked by phone. */
export function countsText(summary: ReviewSummary): string {
  const { uncountedStars, ownStars, byPhone } = summary
  const uncounted = uncountedStars.length + ownStars.length
  return [ratingText(summary), byPhone > 0 && `${byPhone} from bookings by phone`, uncounted > 0 && `${uncounted} more not counted`]
    .filter(Boolean)
    .join(', ')
}

/** The reviews that aren't shown, by the reason, each with its number. */
export function notShownTexts({ unpublished, withdrawn, erased, removed, uncountedStars, ownStars }: ReviewSummary): string[] {
  const starsText = (all: readonly number[]) => all.map((stars) => counted(stars, 'star')).join(', ')
  return [
    ...(unpublished > 0 ? [`${unpublished} counted, but the writers asked us not to show their words`] : []),
    ...removed.map(([reason, count]) => `${count} removed: ${removalReasons[reason].shown}`),
    ...(uncountedStars.length > 0 ? [`Not counted, because they aren’t about our work: ${starsText(uncountedStars)}`] : []),
    ...(ownStars.length > 0 ? [`Not shown or counted, because one of us could have written them: ${starsText(ownStars)}`] : []),
    ...(withdrawn > 0 ? [`${withdrawn} withdrawn by the writer`] : []),
    ...(erased > 0 ? [`${erased} deleted with the customer’s data`] : []),
  ]
}
