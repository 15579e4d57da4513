import { useBoroughs, usePrices } from '#app/platform/published-context.ts'
import { BrickMap } from '#app/ui/drawings/brick-map.tsx'
import { MapKey } from '#app/ui/drawings/map-key.tsx'
import { Postcard } from '#app/ui/drawings/postcards.tsx'
import { Folded } from '#app/ui/folded.tsx'
import { LinkColumns } from '#app/ui/link-columns.tsx'
import { Questions } from '#app/ui/questions.tsx'
import { Section } from '#app/ui/section.tsx'
import { bookInBorough, coverageIn } from '#content/coverage.ts'
import { questions } from '#content/home.ts'
import { inWordsFirst } from '#content/stated.ts'
import { type PostSummary, postcardOf, postPath } from '../post-list.ts'

/** The map of bricks, which are links, and below it a list of links that are large enough for a thumb. */
export function Coverage() {
  const boroughs = useBoroughs()
  const listed = coverageIn(boroughs)
  return (
    <Section id="coverage" lazy title="Where we work" lead={`${inWordsFirst(listed.length)} boroughs and districts, and most others too.`}>
      <BrickMap boroughs={boroughs} label="London’s boroughs and the City, drawn as bricks north and south of the Thames" />
      <MapKey />
      <Folded label="The same as a list">
        <LinkColumns links={listed.map(([label, borough]) => ({ label, href: bookInBorough(borough) }))} />
      </Folded>
    </Section>
  )
}

export function QuestionsPeopleAsk() {
  return (
    <Section id="faq" small lazy title="Frequently asked questions">
      <Questions questions={questions(usePrices())} />
    </Section>
  )
}

/** The newest posts. */
export function Posts({ posts }: { posts: readonly PostSummary[] }) {
  return (
    <Section id="blog" small lazy title="Helpful tips">
      <ul className="border-t-2 border-ink">
        {posts.map(({ slug, title, category, excerpt }) => (
          <li key={slug}>
            <a
              href={postPath(slug)}
              className="group grid grid-cols-[64px_1fr] items-center gap-4 border-b border-line py-1.5 no-underline md:grid-cols-[88px_1fr] md:py-3"
            >
              <Postcard of={postcardOf(category)} className="h-auto w-full rounded-key bg-stone" />
              <span>
                <span className="text-xs text-muted max-md:hidden">{category}</span>
                <b className="block leading-tight group-hover:underline md:text-lg">{title}</b>
                <span className="text-sm text-muted max-md:hidden">{excerpt}</span>
              </span>
            </a>
          </li>
        ))}
      </ul>
    </Section>
  )
}
