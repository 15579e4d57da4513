import { Page } from '#app/features/site/components/page.tsx'
import { PhoneLink } from '#app/features/site/components/phone-link.tsx'
import { pageMeta, siteUrlOf } from '#app/features/site/page-meta.ts'
import { publicPage } from '#app/platform/public-page.ts'
import { useBoroughs, useDetails } from '#app/platform/published-context.ts'
import { visitContext } from '#app/platform/services.ts'
import { Breadcrumb, breadcrumbList } from '#app/ui/breadcrumb.tsx'
import { Fact, Facts } from '#app/ui/facts.tsx'
import { Section } from '#app/ui/section.tsx'
import type { SitePath } from '#app/values/site-path.ts'
import { business, identityFacts } from '#content/business.ts'
import { claims, isUnproven } from '#content/claims.ts'
import { gasSafeCheck } from '#content/meanwhile.ts'
import { insured, inWords, openAlways } from '#content/stated.ts'
import type { Route } from './+types/about'

export const headers = publicPage

/** Returns whether evidence is published for every claim, and for every insurance, as shown on `/claims`. */
export function loader({ context }: Route.LoaderArgs) {
  const unproven = claims(context.get(visitContext).services.published.current()).filter(isUnproven)
  return {
    isAllProven: unproven.length === 0,
    areInsurancesProven: !unproven.some(({ id }) => insuranceClaims.includes(id)),
  }
}

const insuranceClaims = ['public-liability', 'indemnity', 'employers-liability']
const path = '/about' satisfies SitePath
const crumbs = [{ label: 'Home', href: '/' satisfies SitePath }, { label: 'About us' }]

export const meta: Route.MetaFunction = ({ matches }) => {
  const siteUrl = siteUrlOf(matches)
  return pageMeta({
    siteUrl,
    path,
    title: `About Us: London Emergency Plumbers | ${business.name}`,
    description: `Who we are, who’ll be at your door, how to check a Gas Safe card, and what we’re insured for.`,
    keywords: ['about emergency plumbers London', 'Gas Safe plumbers London', 'insured plumber London'],
    structuredData: { '@context': 'https://schema.org', ...breadcrumbList(crumbs, siteUrl + path, siteUrl) },
  })
}

export default function About({ loaderData: { isAllProven, areInsurancesProven } }: Route.ComponentProps) {
  const details = useDetails()
  const facts = identityFacts(details)
  const { publicLiability, indemnity, employersLiability } = insured
  return (
    <Page scene="door">
      <Breadcrumb crumbs={crumbs} />
      <h1 className="mt-2 mb-3 text-[clamp(2.25rem,1.45rem+3vw,3.75rem)] leading-none tracking-[-0.03em]">About us</h1>
      <p className="text-lg leading-snug">
        {`We’re ${business.name}: emergency plumbing and boiler repair in ${inWords(useBoroughs().length)} London boroughs, ${openAlways}. Call us, and a real person will answer and send an engineer.`}
      </p>
      <Section id="how-we-work" title="How we work">
        <p>
          You see the price before you book. Your bill lists every item, and for a typical job it’s never more than the price cap unless you
          agree to extra work first. You get an arrival window, and money off if we’re late. We publish{' '}
          <a href={'/pricing' satisfies SitePath}>our prices</a>, <a href={'/guarantee' satisfies SitePath}>our guarantee</a> and{' '}
          <a href={'/claims' satisfies SitePath}>{isAllProven ? 'the evidence for everything we say' : 'everything we claim'}</a>.
          {!isAllProven && ' Each claim comes with its evidence, or a note that it’s still to follow.'}
        </p>
      </Section>
      <Section id="engineers" title="Who’ll be at your door">
        <p>Your private tracking page shows your engineer’s name once we’ve assigned one. Only Gas Safe engineers do gas work.</p>
        <p className="mt-3">{gasSafeCheck}</p>
      </Section>
      <Section id="insurance" title="Insurance">
        <p>
          {`We have ${publicLiability} public liability, ${indemnity} indemnity and ${employersLiability} employer liability insurance. `}
          <a href={'/claims#public-liability' satisfies SitePath}>
            {areInsurancesProven ? 'See the evidence for each' : 'See which policies we’ve published'}
          </a>
          .
        </p>
      </Section>
      <Section id="details" title="Our details">
        <Facts>
          <Fact label="Trading as">{business.name}</Fact>
          {facts.map(([label, value]) => (
            <Fact key={label} label={label}>
              {value}
            </Fact>
          ))}
          <Fact label="Phone">{`${details.emergencyPhone.text}, free, ${openAlways}`}</Fact>
          {details.email && <Fact label="Email">{details.email}</Fact>}
        </Facts>
        <div className="mt-6">
          <PhoneLink className="hidden lg:inline-flex" />
        </div>
      </Section>
    </Page>
  )
}
