import { ReviewsThatFit } from '#app/features/aftercare/components/page-reviews.tsx'
import { readPageReviews } from '#app/features/aftercare/read-reviews.server.ts'
import { TargetNote } from '#app/features/capacity/arrival-promise.tsx'
import { readPageArrival } from '#app/features/capacity/page-arrival.server.ts'
import { PageBookingForm } from '#app/features/intake/components/page-booking-form.tsx'
import { useFormStart } from '#app/features/intake/form-start-context.ts'
import { isOffered } from '#app/features/pricing/applied-offer.ts'
import ExitIntent from '#app/features/red-line/components/exit-intent.island.tsx'
import { BesideCard } from '#app/features/site/components/beside-card.tsx'
import { BoilerPage } from '#app/features/site/components/boiler-page.tsx'
import { Guarantees } from '#app/features/site/components/guarantees.tsx'
import { Page } from '#app/features/site/components/page.tsx'
import { PageHero } from '#app/features/site/components/page-hero.tsx'
import { SomeScreenshots } from '#app/features/site/components/sample-reviews.tsx'
import { pageMeta, publishedOf, siteUrlOf } from '#app/features/site/page-meta.ts'
import { serviceStructuredData } from '#app/features/site/structured-data.ts'
import { publicPage } from '#app/platform/public-page.ts'
import { visitContext } from '#app/platform/services.ts'
import boilerRoom from '#app/ui/drawings/boiler-room.svg?url'
import { Island } from '#app/ui/island.tsx'
import { Points } from '#app/ui/points.tsx'
import type { SitePath } from '#app/values/site-path.ts'
import { boilerPoints, boilerResponse } from '#content/boiler.ts'
import { boilerResponseMinutes, openAlways } from '#content/stated.ts'
import type { Route } from './+types/boiler'

export const headers = publicPage
const service = 'Boiler Breakdown'

/** Data that depends on the day, and the next arrival of a Gas Safe engineer. */
export async function loader({ context }: Route.LoaderArgs) {
  const visit = context.get(visitContext)
  const { clock, published, config } = visit.services
  const { prices } = published.current()
  const { boilerOffer } = prices
  const hasOffer = isOffered(boilerOffer, { service: boilerOffer.service, bookedAt: clock.now() })
  const reviews = await readPageReviews(visit.services, { service }, 3)
  return { hasOffer, hasSamples: config.sampleData, reviews, arrival: await readPageArrival(visit, { service }) }
}

const path = '/emergency-boiler-repair' satisfies SitePath
const crumbs = [{ label: 'Home', href: '/' satisfies SitePath }, { label: 'Emergency boiler repair' }]
const description = `Boiler broken in London? Gas Safe engineers ${openAlways} for no heating, leaks, noises, error codes or low pressure. Our target is ${boilerResponseMinutes} minutes on average.`

export const meta: Route.MetaFunction = ({ matches }) => {
  const siteUrl = siteUrlOf(matches)
  return pageMeta({
    siteUrl,
    path,
    title: `Emergency Boiler Repair in London, ${openAlways}`,
    description,
    keywords: ['emergency boiler repair London', 'boiler engineer London', 'no hot water', 'boiler error code', 'boiler low pressure'],
    image: 'emergency-boiler-repair',
    structuredData: serviceStructuredData({
      path,
      description,
      crumbs,
      siteUrl,
      details: publishedOf(matches).details,
      service: 'Emergency boiler repair',
    }),
  })
}

export default function Boiler({ loaderData: { hasOffer, hasSamples, reviews, arrival } }: Route.ComponentProps) {
  return (
    <Page arrival={arrival} bookHref="#book" width="full" symbols={['tel', 'ck']}>
      <PageHero
        crumbs={crumbs}
        title="Emergency boiler repair in London"
        pitch={`No heating, no hot water, or a puddle under the boiler? Call us and a Gas Safe engineer will be on the way, day or night. ${boilerResponse}.`}
        bookHref="#book"
        picture={boilerRoom}
        position="object-[50%_48%]"
      />
      <Points points={boilerPoints} note={<TargetNote />} />
      <BesideCard bookHref="#book">
        <BoilerPage
          hasOffer={hasOffer}
          form={<PageBookingForm view={{ answers: { service } }} />}
          reviews={
            reviews ? (
              <ReviewsThatFit
                of={reviews}
                id="reviews-screenshots"
                title="Boiler repairs, reviewed"
                more={`/reviews?${new URLSearchParams({ job: service })}`}
              />
            ) : hasSamples ? (
              <SomeScreenshots of={['Leila', 'Ben', 'Chloe']} />
            ) : (
              <Guarantees id="reviews-screenshots" />
            )
          }
        />
      </BesideCard>
      {!useFormStart().redlineByPhone && <Island isOrnament name="exit-intent" of={ExitIntent} when="mouse" props={{ service }} />}
    </Page>
  )
}
