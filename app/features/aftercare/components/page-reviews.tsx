import { useEvidence } from '#app/platform/published-context.ts'
import { Carousel, Slide } from '#app/ui/carousel.tsx'
import { Section } from '#app/ui/section.tsx'
import type { SitePath } from '#app/values/site-path.ts'
import { dateText } from '#content/date-text.ts'
import { aggregateRating } from '#content/stated.ts'
import type { PageReviews } from '../read-reviews.server.ts'
import { ratingText } from '../review-words.ts'
import { ChosenSlides, frame, ReviewParts, type ShownMessage } from './review-card.tsx'

/** The newest reviews in a row that scrolls; after them reviews from elsewhere that an owner chose, each marked so. */
export const WrittenReviews = ({ of, chosen }: { of: PageReviews | undefined; chosen: readonly ShownMessage[] }) => (
  <Section id="reviews-written" band lazy title="What customers say" lead={of && <AllReviews of={of} />}>
    <RatedElsewhere />
    <Carousel id="written-reviews" label="Customer reviews" noun="Review" everyMs={4_000}>
      {of?.reviews.map((review) => (
        <Slide key={review.id}>
          <ReviewParts review={review} isShort />
        </Slide>
      ))}
      <ChosenSlides messages={chosen} />
    </Carousel>
  </Section>
)

/** Messages from customers that an owner chose, with their consent. */
export const ChosenMessages = ({ messages }: { messages: readonly ShownMessage[] }) => (
  <Section id="reviews-screenshots" lazy title="From our customers">
    <Carousel id="screenshots" label="Messages from customers" noun="Message" everyMs={5_000}>
      <ChosenSlides messages={messages} />
    </Carousel>
  </Section>
)

/** The newest reviews that fit a page, side by side. `more`: the address of all of them. */
export const ReviewsThatFit = ({ of, id = 'reviews', title, more }: { of: PageReviews; id?: string; title: string; more?: SitePath }) => (
  <Section id={id} lazy title={title} lead={<AllReviews of={of} more={more} />}>
    <ul className="grid gap-4 md:grid-cols-3">
      {of.reviews.map((review) => (
        <li key={review.id} className={frame}>
          <ReviewParts review={review} isShort />
        </li>
      ))}
    </ul>
  </Section>
)

const AllReviews = ({ of, more = '/reviews' satisfies SitePath }: { of: PageReviews; more?: string }) => (
  <>
    <b>{ratingText(of.rating)}</b>. <a href={more}>All reviews</a>
  </>
)

/** Our rating on another site, once the owner has filed its evidence. */
export function RatedElsewhere() {
  const rating = useEvidence('rating')
  if (!rating) return null
  return (
    <p className="mb-3">
      {`Elsewhere: ${aggregateRating.stars} out of 5 from ${aggregateRating.reviews} reviews. ${rating.text} ${dateText(rating.day)}. `}
      <a href={rating.link ?? ('/claims#rating' satisfies SitePath)} rel="nofollow">
        See where it comes from
      </a>
    </p>
  )
}
