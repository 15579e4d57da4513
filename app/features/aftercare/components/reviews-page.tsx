import { counted } from '#app/platform/next-text.ts'
import { Button } from '#app/ui/button.tsx'
import { Stars } from '#app/ui/drawings/symbols.tsx'
import { Select } from '#app/ui/field.tsx'
import { Section } from '#app/ui/section.tsx'
import type { SitePath } from '#app/values/site-path.ts'
import type { ReviewSummary, ShownReview } from '../read-reviews.server.ts'
import { removalReasons } from '../review-rules.ts'
import { notShownTexts, ratingText } from '../review-words.ts'
import { RatedElsewhere } from './page-reviews.tsx'
import { ChosenParts, frame, ReviewParts, type ShownMessage } from './review-card.tsx'

interface ReviewsPageProps {
  summary: ReviewSummary
  /** How many fit the filter; undefined without one. */
  matching: number | undefined
  choices: { services: readonly string[]; boroughs: readonly string[] }
  job?: string
  area?: string
  page: number
  reviews: readonly ShownReview[]
  hasMore: boolean
  chosen: readonly ShownMessage[]
}

/** All reviews with what they add up to, and how they are collected. */
export function ReviewsPage({ summary, matching, choices, job, area, page, reviews, hasMore, chosen }: ReviewsPageProps) {
  const pageHref = (to: number) => {
    const query = new URLSearchParams({ ...(job && { job }), ...(area && { area }), ...(to > 1 && { page: String(to) }) }).toString()
    return query ? (`/reviews?${query}` satisfies SitePath) : ('/reviews' satisfies SitePath)
  }
  return (
    <>
      <p className="text-lg leading-snug">
        <b>{ratingText(summary)}</b>
        {summary.count === 0 && '. We ask everyone after a visit, and publish every answer here, good or bad.'}
      </p>
      <RatedElsewhere />
      {summary.count > 0 && <Distribution summary={summary} />}
      {choices.services.length > 0 && (
        <form method="get" action={'/reviews' satisfies SitePath} className="flex flex-wrap items-end gap-x-4">
          <Select name="job" label="Job" defaultValue={job ?? ''}>
            <option value="">Every job</option>
            {choices.services.map((service) => (
              <option key={service}>{service}</option>
            ))}
          </Select>
          <Select name="area" label="Area" defaultValue={area ?? ''}>
            <option value="">Everywhere</option>
            {choices.boroughs.map((borough) => (
              <option key={borough}>{borough}</option>
            ))}
          </Select>
          <Button look="outline" className="mt-5">
            Show reviews
          </Button>
        </form>
      )}
      {matching !== undefined && (
        <p className="mt-4 font-bold">
          {`${[job, area].filter(Boolean).join(', ')}: ${counted(matching, 'review')}. `}
          <a href={'/reviews' satisfies SitePath} className="inline-flex min-h-11 items-center">
            Show all
          </a>
        </p>
      )}
      <ul className="mt-6 grid gap-4 md:grid-cols-2">
        {reviews.map((review) => (
          <li key={review.id} className={frame}>
            <ReviewParts review={review} />
          </li>
        ))}
      </ul>
      {(page > 1 || hasMore) && (
        <nav aria-label="Pages of reviews" className="mt-6 flex gap-6">
          {page > 1 && (
            <a href={pageHref(page - 1)} className="inline-flex min-h-11 items-center font-bold">
              Newer reviews
            </a>
          )}
          {hasMore && (
            <a href={pageHref(page + 1)} className="inline-flex min-h-11 items-center font-bold">
              Older reviews
            </a>
          )}
        </nav>
      )}
      {chosen.length > 0 && (
        <Section
          id="chosen"
          title="Chosen by us"
          lead="Messages and reviews from elsewhere that we’ve picked, and show with the customer’s consent. They aren’t counted above."
        >
          <ul className="grid gap-4 md:grid-cols-2">
            {chosen.map((message) => (
              <li key={message.id} className={frame}>
                <ChosenParts message={message} />
              </li>
            ))}
          </ul>
        </Section>
      )}
      <HowWeCollect summary={summary} />
    </>
  )
}

/** How many gave each number of stars. */
const Distribution = ({ summary: { distribution, count } }: { summary: ReviewSummary }) => (
  <dl className="mt-4 max-w-[30em]">
    {distribution.map(([stars, some]) => (
      <div key={stars} className="grid grid-cols-[6.5em_1fr_3em] items-center gap-3 py-1">
        <dt>
          <Stars count={stars} className="h-4" />
        </dt>
        <dd className="contents">
          <svg aria-hidden="true" viewBox="0 0 100 1" preserveAspectRatio="none" className="h-3 w-full bg-stone">
            <rect width={(100 * some) / count} height="1" className="fill-ink" />
          </svg>
          <span>{some}</span>
        </dd>
      </div>
    ))}
  </dl>
)

function HowWeCollect({ summary }: { summary: ReviewSummary }) {
  const notShown = notShownTexts(summary)
  return (
    <Section id="how" title="How we collect reviews">
      <ul className="list-disc pl-6">
        <li className="mt-1">
          We ask everyone we’ve visited: by email, and by text if they chose texts. Three hours after the visit ends, between 9am and 8pm,
          and once more four days later if they haven’t written one.
        </li>
        <li className="mt-1">
          Our system asks by itself. None of us can choose who’s asked, or skip, delay or stop it, whatever went wrong on the visit.
        </li>
        <li className="mt-1">
          A review can only be written through the private link of a visit, so each one is about a job we did. We can’t see that link: it
          goes to the customer alone. If it went to the email or phone of someone who works here, the review is neither shown nor counted.
          {summary.byPhone > 0 &&
            ` ${summary.byPhone} of those counted ${summary.byPhone === 1 ? 'is' : 'are'} by customers who booked by phone.`}
        </li>
        <li className="mt-1">
          Every review is published straight away, as it was written. We may answer it, but we can’t change or hide it.
        </li>
        <li className="mt-1">
          Its writer can change or withdraw it at any time. If they don’t want their words shown, only their stars count.
        </li>
        <li className="mt-1">
          {`An owner may remove a review’s words for one of these reasons only: ${Object.values(removalReasons)
            .map(({ shown }) => `it ${shown}`)
            .join('; ')}. Its stars still count, unless it isn’t about our work. We tell its writer why, and keep a record.`}
        </li>
        <li className="mt-1">
          The average is over all reviews since the first, rounded down. Pages show the newest that fit, never a selection.
        </li>
      </ul>
      {notShown.length > 0 && (
        <>
          <h3 className="mt-5 text-lg">Reviews that aren’t shown</h3>
          <ul className="mt-1 list-disc pl-6">
            {notShown.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        </>
      )}
    </Section>
  )
}
