import { mostByRate, mostByRateText } from '#app/features/pricing/most-by-rate.ts'
import { useBoroughs, usePrices } from '#app/platform/published-context.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { BrickMap, MapKey } from '#app/ui/drawings/brick-map.tsx'
import { Postcard } from '#app/ui/drawings/postcards.tsx'
import { Folded } from '#app/ui/folded.tsx'
import { LinkColumns } from '#app/ui/link-columns.tsx'
import { Questions } from '#app/ui/questions.tsx'
import { Section } from '#app/ui/section.tsx'
import type { SitePath } from '#app/values/site-path.ts'
import { bookInBorough, coverageIn } from '#content/coverage.ts'
import { dateText } from '#content/date-text.ts'
import { bookType } from '#content/emergency-types.ts'
import { billingTerms, type TierId } from '#content/fees.ts'
import { questions } from '#content/home.ts'
import { poundsText } from '#content/money.ts'
import { calloutText, calloutTexts } from '#content/price-list.ts'
import { inWordsFirst } from '#content/stated.ts'
import { type PostSummary, postcardOf, postPath } from '../post-list.ts'

/** The call-out at the rate of the next visit, if known, and the offer while it can be booked. */
export function OfferSection({ hasOffer, tier }: { hasOffer: boolean; tier: TierId | undefined }) {
  const prices = usePrices()
  const callout = tier ? calloutText(prices, tier) : calloutTexts(prices)
  return (
    <Section
      id="offer"
      title={hasOffer ? 'Offer and prices' : 'What it costs'}
      lead={
        <>
          {`The call-out for ${tier ? 'our next visit' : 'a visit'} is ${callout}, with VAT and the first ${billingTerms.includedMinutes} minutes of work. `}
          <a href={'/pricing' satisfies SitePath}>All our prices</a>
        </>
      }
    >
      {hasOffer && <BoilerOffer tier={tier} />}
    </Section>
  )
}

function BoilerOffer({ tier }: { tier: TierId | undefined }) {
  const prices = usePrices()
  const { boilerOffer, rateTiers } = prices
  const { name, until, service, callout } = boilerOffer
  const most = mostByRate(prices, { service, offer: boilerOffer })
  return (
    <div className="rounded-key border-2 border-ink bg-chalk p-4">
      <h3 className="flex flex-wrap items-baseline gap-x-3 text-base font-normal">
        {name.replace(/ £.*/, '')}{' '}
        <b className="text-[clamp(2rem,1.5rem+2vw,3.5rem)] leading-none tracking-tight">{poundsText(callout.pence)}</b>
      </h3>
      <p className="mt-2 text-sm">
        {`instead of ${poundsText(rateTiers[0].calloutPence)} or more, until ${dateText(until)}. `}
        <b>{`The most you’ll pay for a typical repair${tier ? ` with our next visit: ${poundsText(most[tier])}` : `: ${mostByRateText(most)}`}, plus parking and the Congestion Charge at cost.`}</b>
      </p>
      <p className="mt-4 flex flex-wrap items-center gap-x-4">
        <ButtonLink href={bookType(service)}>Book this offer</ButtonLink>
        <a href={'/terms#offers' satisfies SitePath} className="inline-flex min-h-11 items-center font-bold">
          Offer terms
        </a>
      </p>
    </div>
  )
}

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
