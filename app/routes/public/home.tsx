import { data } from 'react-router'
import { readPosts } from '#app/features/blog/read-posts.server.ts'
import { PageBookingForm } from '#app/features/booking-form/components/page-booking-form.tsx'
import { Coverage, Posts, QuestionsPeopleAsk } from '#app/features/home/components/coverage.tsx'
import { Hero } from '#app/features/home/components/hero.tsx'
import { OfferSection } from '#app/features/home/components/offer.tsx'
import { BeforeAfter, CaseStudy, FirstTimeFix, ServiceFacts } from '#app/features/home/components/proof.tsx'
import { CallToAction, HowItWorks, Services, TrustedBy } from '#app/features/home/components/services.tsx'
import LiveFigures from '#app/features/live/components/live-figures.island.tsx'
import UrgencyBanner from '#app/features/live/components/urgency-banner.island.tsx'
import { offerHoursAt } from '#app/features/live/offer-hours.ts'
import { isOffered } from '#app/features/pricing/applied-offer.ts'
import ExitIntent from '#app/features/redline/components/exit-intent.island.tsx'
import { ReviewScreenshots } from '#app/features/reviews/components/review-screenshots.tsx'
import { WrittenReviews } from '#app/features/reviews/components/written-reviews.tsx'
import { BesideCard } from '#app/features/shell/components/beside-card.tsx'
import { Page } from '#app/features/shell/components/page.tsx'
import { pageMeta, publishedOf, siteUrlOf } from '#app/features/shell/page-meta.ts'
import { businessStructuredData } from '#app/features/shell/structured-data.ts'
import { notKept, publicPage } from '#app/platform/public-page.ts'
import { visitContext } from '#app/platform/services.ts'
import type { RouteHandle } from '#app/root.tsx'
import { Island } from '#app/ui/island.tsx'
import { Section } from '#app/ui/section.tsx'
import type { BusinessDetails } from '#content/business.ts'
import { bookingSeconds, bookingSteps, inWords, responseMinutes } from '#content/stated.ts'
import type { Route } from './+types/home'

export const headers: Route.HeadersFunction = ({ loaderHeaders }) => loaderHeaders
export const handle: RouteHandle = { style: 'home' }

const postsShown = 3

/** What depends on the day, and on the hour: the page is kept until the banner's other view. And the newest posts. */
export async function loader({ context }: Route.LoaderArgs) {
  const { services } = context.get(visitContext)
  const bookedAt = services.clock.now()
  const { prices } = services.published.current()
  const { boilerOffer, calloutOffer } = prices
  const hasOffer = isOffered(boilerOffer, { service: boilerOffer.service, bookedAt })
  const { result, failed } = await readPosts(services, postsShown)
  const posts = result.map(({ updatedAt, ...summary }) => summary)
  const { isOpen, until, untilText } = offerHoursAt(bookedAt.getTime(), calloutOffer)
  const kept = { ...publicPage(), Expires: new Date(until).toUTCString() }
  return data({ hasOffer, until: isOpen ? untilText : undefined, posts }, { headers: failed ? notKept : kept })
}

const descriptionWith = ({ emergencyPhone }: BusinessDetails) =>
  `Emergency plumbers and boiler repair in London, day and night: at your door in under ${responseMinutes} minutes. Ring ${emergencyPhone.text} or book online in ${inWords(bookingSteps)} short steps.`

export const meta: Route.MetaFunction = ({ matches }) => {
  const siteUrl = siteUrlOf(matches)
  const { details } = publishedOf(matches)
  const description = descriptionWith(details)
  return pageMeta({
    siteUrl,
    path: '/',
    title: 'Emergency Plumbers London',
    description,
    keywords: ['emergency plumber London', '24 hour plumber', 'boiler repair London'],
    structuredData: businessStructuredData(siteUrl, description, details),
  })
}

const bookHref = '#book'

/** The home page: every section of the specification, in its order (1, section 2). */
export default function Home({ loaderData: { hasOffer, until, posts } }: Route.ComponentProps) {
  return (
    <Page
      bookHref={bookHref}
      width="full"
      banner={<Island name="urgency-banner" of={UrgencyBanner} when="idle" props={until ? { until } : {}} />}
      symbols={['br', 'tl', 'tel', 'van', 'st']}
    >
      <Hero />
      <BesideCard bookHref={bookHref}>
        <OfferSection hasOffer={hasOffer} />
        <BeforeAfter />
        <FirstTimeFix />
        <CaseStudy />
        <ReviewScreenshots />
        <WrittenReviews />
        <ServiceFacts>
          <Island
            name="live-figures"
            of={LiveFigures}
            when="visible"
            props={{}}
            className="mt-6 min-h-[28rem] border-2 border-ink bg-chalk p-4 md:min-h-68 noscript:hidden"
          />
        </ServiceFacts>
        <TrustedBy />
        <CallToAction />
        <Services />
        <HowItWorks />
        <Section id="book" band title={<span id="booking">{`Book in ${bookingSeconds} seconds`}</span>}>
          <PageBookingForm />
        </Section>
        <Coverage />
        <Posts posts={posts} />
        <QuestionsPeopleAsk />
      </BesideCard>
      <Island name="exit-intent" of={ExitIntent} when="mouse" props={{}} />
    </Page>
  )
}
