import { usePrices } from '#app/platform/published-context.ts'
import type { SitePath } from '#app/platform/site-path.ts'
import { Section } from '#app/ui/section.tsx'
import { guarantees } from '#content/pricing.ts'

/** What we guarantee, shown instead of sample reviews. */
export function Guarantees({ id = 'reviews-written' }: { id?: string }) {
  return (
    <Section id={id} band lazy title="What we guarantee">
      <ul className="border-t-2 border-ink">
        {guarantees(usePrices()).map(({ id, figure, text }) => (
          <li key={id} className="grid border-b border-line py-3 md:grid-cols-[14em_1fr]">
            <b>{figure}</b>
            <span>{text}</span>
          </li>
        ))}
      </ul>
      <p className="mt-4">
        <a href={'/terms#guarantees' satisfies SitePath} className="font-bold">
          How to claim
        </a>
      </p>
    </Section>
  )
}
