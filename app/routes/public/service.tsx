import { ReviewsThatFit } from '#app/features/aftercare/components/page-reviews.tsx'
import { readPageReviews } from '#app/features/aftercare/read-reviews.server.ts'
import { readPageArrival } from '#app/features/capacity/page-arrival.server.ts'
import { PageBookingForm } from '#app/features/intake/components/page-booking-form.tsx'
import { mostByRate, mostByRateText } from '#app/features/pricing/most-by-rate.ts'
import { BesideCard } from '#app/features/site/components/beside-card.tsx'
import { Page } from '#app/features/site/components/page.tsx'
import { PageHero } from '#app/features/site/components/page-hero.tsx'
import { ServicePage } from '#app/features/site/components/service-page.tsx'
import { pageMeta, publishedOf, siteUrlOf } from '#app/features/site/page-meta.ts'
import { serviceStructuredData } from '#app/features/site/structured-data.ts'
import { unknownPath } from '#app/features/site/unknown-path.server.ts'
import { publicPage } from '#app/platform/public-page.ts'
import { usePrices } from '#app/platform/published-context.ts'
import { visitContext } from '#app/platform/services.ts'
import { Points } from '#app/ui/points.tsx'
import type { SitePath } from '#app/values/site-path.ts'
import { drawingFileOf } from '#content/emergency-types.ts'
import { lateCredit } from '#content/price-list.ts'
import { servicePath } from '#content/services/service.ts'
import { services } from '#content/services/services.ts'
import { guaranteeMonths, openAlways } from '#content/stated.ts'
import type { Route } from './+types/service'

export const headers = publicPage
/** The route's pattern is `services/{slug}`; the request's address may be escaped. */
export async function loader({ pattern, request, context }: Route.LoaderArgs) {
  const visit = context.get(visitContext)
  const service = services.find(({ slug }) => `/${pattern}` === servicePath(slug))
  if (!service) throw unknownPath(visit.services, request)
  const reviews = await readPageReviews(visit.services, { service: service.type }, 3)
  return { service, reviews, arrival: await readPageArrival(visit, { service: service.type }) }
}

const crumbsOf = (label: string) => [
  { label: 'Home', href: '/' satisfies SitePath },
  { label: 'Every job we do', href: '/services' satisfies SitePath },
  { label },
]

export const meta: Route.MetaFunction = ({ matches, loaderData }) => {
  if (!loaderData) return []
  const siteUrl = siteUrlOf(matches)
  const { slug, name, title, metaTitle, description, keywords } = loaderData.service
  const path = servicePath(slug)
  const { details } = publishedOf(matches)
  return pageMeta({
    siteUrl,
    path,
    title: metaTitle,
    description,
    keywords,
    structuredData: serviceStructuredData({ path, description, crumbs: crumbsOf(name), siteUrl, details, service: title }),
  })
}

export default function ServiceRoute({ loaderData: { service, reviews, arrival } }: Route.ComponentProps) {
  const { type, name, title, pitch } = service
  const prices = usePrices()
  return (
    <Page arrival={arrival} bookHref="#book" width="full" symbols={['tel', 'ck']}>
      <PageHero crumbs={crumbsOf(name)} title={title} pitch={pitch} bookHref="#book" picture={drawingFileOf(type)} wash="bg-stone" />
      <Points
        points={[
          `Capped at about ${mostByRateText(mostByRate(prices, { service: type }))}, including VAT: your postcode sets it`,
          'No extra work unless you agree first',
          `${lateCredit(prices)} off if we miss your arrival window`,
          `${guaranteeMonths}-month guarantee on our work`,
          `A real person answers, ${openAlways}`,
        ]}
      />
      <BesideCard bookHref="#book">
        <ServicePage service={service} form={<PageBookingForm view={{ answers: { service: type } }} />} />
        {reviews && (
          <ReviewsThatFit of={reviews} title="What customers say about this job" more={`/reviews?${new URLSearchParams({ job: type })}`} />
        )}
      </BesideCard>
    </Page>
  )
}
