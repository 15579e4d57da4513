import { data } from 'react-router'
import { readChosenForPages } from '#app/features/aftercare/chosen-messages.server.ts'
import { ChosenMessages, WrittenReviews } from '#app/features/aftercare/components/page-reviews.tsx'
import { readPageReviews } from '#app/features/aftercare/read-reviews.server.ts'
import { asapWindow } from '#app/features/capacity/arrival-window.ts'
import { readPageArrival } from '#app/features/capacity/page-arrival.server.ts'
import { PageBookingForm } from '#app/features/intake/components/page-booking-form.tsx'
import { useFormStart } from '#app/features/intake/form-start-context.ts'
import LiveFigures from '#app/features/live/components/live-figures.island.tsx'
import UrgencyBanner from '#app/features/live/components/urgency-banner.island.tsx'
import { nextEditionAfter } from '#app/features/live/figures.ts'
import { offerHoursAt } from '#app/features/live/offer-hours.ts'
import { readRecent } from '#app/features/live/read-live.server.ts'
import { isOffered } from '#app/features/pricing/applied-offer.ts'
import { nextChangeAfter, tierAt } from '#app/features/pricing/rate-hours.ts'
import ExitIntent from '#app/features/red-line/components/exit-intent.island.tsx'
import { BesideCard } from '#app/features/site/components/beside-card.tsx'
import { Guarantees } from '#app/features/site/components/guarantees.tsx'
import { Hero } from '#app/features/site/components/hero.tsx'
import { Coverage, OfferSection, Posts, QuestionsPeopleAsk } from '#app/features/site/components/home-sections.tsx'
import { Page } from '#app/features/site/components/page.tsx'
import { BeforeAfter, CaseStudy, FirstTimeFix, ServiceFacts, WhatToExpect } from '#app/features/site/components/proof.tsx'
import { ReviewScreenshots, SampleReviews } from '#app/features/site/components/sample-reviews.tsx'
import { CallToAction, HowItWorks, Services, TrustedBy } from '#app/features/site/components/services.tsx'
import { pageMeta, publishedOf, siteUrlOf } from '#app/features/site/page-meta.ts'
import { readPosts } from '#app/features/site/read-posts.server.ts'
import { businessStructuredData } from '#app/features/site/structured-data.ts'
import { loggable } from '#app/platform/log.ts'
import { instantOf, londonHour } from '#app/platform/london.ts'
import { notKept, publicPage } from '#app/platform/public-page.ts'
import { visitContext } from '#app/platform/services.ts'
import { Island } from '#app/ui/island.tsx'
import { Section } from '#app/ui/section.tsx'
import { addDays } from '#app/values/day.ts'
import { lateCredit } from '#content/price-list.ts'
import type { PublishedValues } from '#content/published.ts'
import { bookingSeconds, bookingSteps, inWords } from '#content/stated.ts'
import type { Route } from './+types/home'

export const headers: Route.HeadersFunction = ({ loaderHeaders }) => loaderHeaders
const postsShown = 3
const reviewsShown = 6

/** The room for the last jobs, by their number: each takes two lines on the smallest screens. Fewer than two aren't shown. */
const jobRoom: Record<number, string> = {
  2: 'min-h-36 max-[22.5rem]:min-h-44 md:min-h-44',
  3: 'min-h-42 max-[22.5rem]:min-h-54 md:min-h-50',
  4: 'min-h-48 max-[22.5rem]:min-h-64 md:min-h-60',
}

/**
 * Data that depends on the day and the hour: the page is cached until the banner's other view, another rate or another list of jobs. And
 * the newest posts.
 */
export async function loader({ context }: Route.LoaderArgs) {
  const visit = context.get(visitContext)
  const { services } = visit
  const bookedAt = services.clock.now()
  const { prices, windows } = services.published.current()
  const { boilerOffer, calloutOffer } = prices
  const hasOffer = isOffered(boilerOffer, { service: boilerOffer.service, bookedAt })
  const { result, failed } = await readPosts(services, postsShown)
  const posts = result.map(({ updatedAt, ...summary }) => summary)
  // While the database is away, the page is shown without them.
  const recent = await readRecent(services.db, bookedAt).catch((error) => {
    services.log.warn({ error: loggable(error) }, 'the recent bookings could not be read')
    return undefined
  })
  const { isOpen, until, untilText } = offerHoursAt(bookedAt.getTime(), calloutOffer)
  const { day } = londonHour(bookedAt)
  const midnight = instantOf(addDays(day, 1), 0)
  const expires = Math.min(until, Date.parse(nextChangeAfter(bookedAt)), Date.parse(nextEditionAfter(bookedAt)), Date.parse(midnight))
  const kept = { ...publicPage(), Expires: new Date(expires).toUTCString() }
  const arrival = await readPageArrival(visit)
  const page = {
    hasOffer,
    until: isOpen ? untilText : undefined,
    posts,
    hasSamples: services.config.sampleData,
    reviews: await readPageReviews(services, {}, reviewsShown),
    chosen: await readChosenForPages(services),
    jobsShown: recent?.jobs.length ?? 0,
    arrival,
    /** The rate at the start of the window that a booking made now would be promised. */
    tier: arrival.next ? tierAt(asapWindow(bookedAt, arrival.next.minutes, windows).promisedFrom) : undefined,
  }
  return data(page, { headers: failed || recent === undefined ? notKept : kept })
}

const descriptionWith = ({ details: { emergencyPhone }, prices }: Pick<PublishedValues, 'details' | 'prices'>) =>
  `Emergency plumbers and boiler repair in London, day and night. ${lateCredit(prices)} off if we miss your arrival time. Call ${emergencyPhone.text} or book online in ${inWords(bookingSteps)} short steps.`

export const meta: Route.MetaFunction = ({ matches }) => {
  const siteUrl = siteUrlOf(matches)
  const { details, prices } = publishedOf(matches)
  const description = descriptionWith({ details, prices })
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

/** The home page: every section of the specification, in its order. */
export default function Home({ loaderData }: Route.ComponentProps) {
  const { hasOffer, tier, until, posts, hasSamples, jobsShown, arrival, reviews, chosen } = loaderData
  const messages = chosen.filter(({ kind }) => kind === 'message')
  const elsewhere = chosen.filter(({ kind }) => kind === 'review')
  const { redlineByPhone } = useFormStart()
  return (
    <Page
      arrival={arrival}
      bookHref={bookHref}
      width="full"
      banner={
        <Island isOrnament name="urgency-banner" of={UrgencyBanner} when="idle" props={{ ...(until && { until }), redlineByPhone }} />
      }
      symbols={['br', 'tl', 'tel', 'van']}
    >
      <Hero tier={tier} />
      <BesideCard bookHref={bookHref}>
        <OfferSection hasOffer={hasOffer} tier={tier} />
        <BeforeAfter />
        <FirstTimeFix />
        <CaseStudy />
        {messages.length > 0 ? <ChosenMessages messages={messages} /> : hasSamples ? <ReviewScreenshots /> : <WhatToExpect />}
        {reviews || elsewhere.length > 0 ? (
          <WrittenReviews of={reviews} chosen={elsewhere} />
        ) : hasSamples ? (
          <SampleReviews />
        ) : (
          <Guarantees />
        )}
        <ServiceFacts>
          {jobRoom[jobsShown] && (
            <Island
              isOrnament
              name="live-figures"
              of={LiveFigures}
              when="visible"
              props={{ redlineByPhone }}
              className={`border-2 border-ink bg-chalk p-3 noscript:hidden ${jobRoom[jobsShown]}`}
            />
          )}
        </ServiceFacts>
        <TrustedBy />
        <CallToAction />
        <Services tier={tier} />
        <HowItWorks />
        <Section id="book" band title={<span id="booking">{`Book in ${bookingSeconds} seconds`}</span>}>
          <PageBookingForm />
        </Section>
        <Coverage />
        <Posts posts={posts} />
        <QuestionsPeopleAsk />
      </BesideCard>
      {!redlineByPhone && <Island isOrnament name="exit-intent" of={ExitIntent} when="mouse" props={{}} />}
    </Page>
  )
}
