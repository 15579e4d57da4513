import { GuaranteeRows } from '#app/features/pricing/guarantee-rows.tsx'
import { useEvidence } from '#app/platform/published-context.ts'
import { Section } from '#app/ui/section.tsx'
import type { SitePath } from '#app/values/site-path.ts'
import { dateText } from '#content/date-text.ts'
import type { FiledEvidence } from '#content/owner-overrides.ts'
import { aggregateRating } from '#content/stated.ts'

/** Our guarantees, shown instead of sample reviews; and our rating, once the owner has filed its evidence. */
export function Guarantees({ id = 'reviews-written' }: { id?: string }) {
  const rating = useEvidence('rating')
  return (
    <Section id={id} band lazy title="What we guarantee">
      <GuaranteeRows more={rating ? [ratingRow(rating)] : []} />
    </Section>
  )
}

const ratingRow = ({ text, day, link }: FiledEvidence) => ({
  id: 'rating',
  name: `${aggregateRating.stars} out of 5 from ${aggregateRating.reviews} reviews`,
  text: (
    <>
      {`${text} ${dateText(day)}. `}
      <a href={link ?? ('/claims#rating' satisfies SitePath)} rel="nofollow">
        See where it comes from
      </a>
    </>
  ),
})
