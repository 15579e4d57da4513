import type { ReviewSummary } from './read-reviews.server.ts'
import { removalReasons } from './review-rules.ts'

const counted = (count: number, one: string, more: string) => `${count} ${count === 1 ? one : more}`

/** '4.6 out of 5 from 37 reviews'; 'No reviews yet' without any. */
export const ratingText = ({ average, count }: Pick<ReviewSummary, 'average' | 'count'>): string =>
  count === 0 ? 'No reviews yet' : `${average} out of 5 from ${counted(count, 'review', 'reviews')}`

/** The same, with how many aren't counted and how many are by customers who booked by phone. */
export function countsText(summary: ReviewSummary): string {
  const { uncountedStars, ownStars, byPhone } = summary
  const uncounted = uncountedStars.length + ownStars.length
  return [ratingText(summary), byPhone > 0 && `${byPhone} from bookings by phone`, uncounted > 0 && `${uncounted} more not counted`]
    .filter(Boolean)
    .join(', ')
}

/** What happened to the reviews that aren't shown: each kind with its number. */
export function notShownTexts({ unpublished, withdrawn, erased, removed, uncountedStars, ownStars }: ReviewSummary): string[] {
  return [
    ...(unpublished > 0 ? [`${unpublished} counted, but the writers asked us not to show their words`] : []),
    ...removed.map(([reason, count]) => `${count} removed: ${removalReasons[reason].shown}`),
    ...(uncountedStars.length > 0
      ? [`Not counted, because they aren’t about our work: ${uncountedStars.map((stars) => counted(stars, 'star', 'stars')).join(', ')}`]
      : []),
    ...(ownStars.length > 0
      ? [
          `Not shown or counted, because one of us could have written them: ${ownStars.map((stars) => counted(stars, 'star', 'stars')).join(', ')}`,
        ]
      : []),
    ...(withdrawn > 0 ? [`${withdrawn} withdrawn by the writer`] : []),
    ...(erased > 0 ? [`${erased} deleted with the customer’s data`] : []),
  ]
}
