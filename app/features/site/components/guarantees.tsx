import { useEvidence, usePrices } from '#app/platform/published-context.ts'
import { Section } from '#app/ui/section.tsx'
import type { SitePath } from '#app/values/site-path.ts'
import { dateText } from '#content/date-text.ts'
import { guarantees } from '#content/pricing-page.ts'
import { aggregateRating } from '#content/stated.ts'

/** Our guarantees, shown instead of sample reviews; and our rating, once the owner has filed its evidence. */
export function Guarantees({ id = 'reviews-written' }: { id?: string }) {
  const rating = useEvidence('rating')
  return (
    <Section id={id} band lazy title="What we guarantee">
      <ul className="border-t-2 border-ink">
        {guarantees(usePrices()).map(({ id, figure, text }) => (
          <li key={id} className="grid border-b border-line py-3 md:grid-cols-[14em_1fr]">
            <b>{figure}</b>
            <span>{text}</span>
          </li>
        ))}
        {rating && (
          <li className="grid border-b border-line py-3 md:grid-cols-[14em_1fr]">
            <b>{`${aggregateRating.stars} out of 5 from ${aggregateRating.reviews} reviews`}</b>
            <span>
              {`${rating.text} ${dateText(rating.day)}. `}
              <a href={rating.link ?? ('/claims#rating' satisfies SitePath)} rel="nofollow">
                See where it comes from
              </a>
            </span>
          </li>
        )}
      </ul>
      <p className="mt-4">
        <a href={'/terms#guarantees' satisfies SitePath} className="font-bold">
          How to claim
        </a>
      </p>
    </Section>
  )
}
