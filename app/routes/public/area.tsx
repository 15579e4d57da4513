import { ReviewsThatFit } from '#app/features/aftercare/components/page-reviews.tsx'
import { readPageReviews } from '#app/features/aftercare/read-reviews.server.ts'
import { HubPage } from '#app/features/areas/components/hub-page.tsx'
import { LocalityPage } from '#app/features/areas/components/locality-page.tsx'
import { readAreaPage, withoutTargets } from '#app/features/areas/pages.server.ts'
import { areaStructuredData } from '#app/features/areas/structured-data.ts'
import { TargetNote } from '#app/features/capacity/arrival-promise.tsx'
import { readPageArrival } from '#app/features/capacity/page-arrival.server.ts'
import { PageBookingForm } from '#app/features/intake/components/page-booking-form.tsx'
import { BesideCard } from '#app/features/site/components/beside-card.tsx'
import { Page } from '#app/features/site/components/page.tsx'
import { PageHero } from '#app/features/site/components/page-hero.tsx'
import { pageMeta, publishedOf, siteUrlOf } from '#app/features/site/page-meta.ts'
import { unknownPath } from '#app/features/site/unknown-path.server.ts'
import { publicPage } from '#app/platform/public-page.ts'
import { useDetails } from '#app/platform/published-context.ts'
import { visitContext } from '#app/platform/services.ts'
import wall from '#app/ui/drawings/wall.svg?url'
import { Nameplate } from '#app/ui/nameplate.tsx'
import { Points } from '#app/ui/points.tsx'
import { areaPath, inText } from '#content/areas/area.ts'
import { localities } from '#content/areas/localities.ts'
import { openAlways } from '#content/stated.ts'
import type { Route } from './+types/area'

export const headers = publicPage
/** The route's pattern is `plumbers-{slug}`; the request's address may be escaped. */
export async function loader({ pattern, request, context }: Route.LoaderArgs) {
  const visit = context.get(visitContext)
  const { services } = visit
  const { prices, boroughs } = services.published.current()
  const view = readAreaPage(pattern.replace('plumbers-', ''), prices)
  if (!view) throw unknownPath(services, request)
  if (view.kind === 'locality' && !boroughs.includes(view.area.borough))
    return { ...withoutTargets(view), isClosed: true, near: undefined, reviews: undefined, arrival: { next: undefined } }
  const near = view.kind === 'locality' ? view.area.postcode : undefined
  const reviews = await readPageReviews(services, { boroughs: boroughsOf(view) }, 3)
  return { ...view, isClosed: false, near, reviews, arrival: await readPageArrival(visit, near ? { near } : {}) }
}

/** The boroughs that a page's places lie in. */
const boroughsOf = ({ kind, area }: NonNullable<ReturnType<typeof readAreaPage>>): string[] =>
  kind === 'locality' ? [area.borough] : [...new Set(localities.filter(({ hub }) => hub === area.slug).map(({ borough }) => borough))]

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  if (!loaderData) return []
  const { area, words, crumbs } = loaderData
  const { description, keywords } = words
  const siteUrl = siteUrlOf(matches)
  return pageMeta({
    siteUrl,
    path: areaPath(area.slug),
    title: `Emergency Plumbers in ${inText(area)}, ${openAlways}`,
    description,
    keywords,
    image: area.slug,
    structuredData: areaStructuredData({ area, description, crumbs, siteUrl, details: publishedOf(matches).details }),
  })
}

export default function AreaRoute({ loaderData: view }: Route.ComponentProps) {
  const { area, words, crumbs, coverage, plate } = view
  const bookHref = `#${area.anchor}`
  const form = <PageBookingForm view={view.isClosed ? { isUnserved: true } : { near: view.near }} />
  return (
    <Page arrival={view.arrival} bookHref={bookHref} width="full" coverage={view.isClosed ? undefined : coverage} symbols={['tel', 'ck']}>
      <PageHero
        crumbs={crumbs}
        title={`Emergency plumbers in ${inText(area)}`}
        pitch={words.pitch}
        bookHref={bookHref}
        callsChatNumber={'callsChatNumber' in area && area.callsChatNumber}
        picture={wall}
        withoutPromise={view.isClosed}
      >
        <WallPlate {...plate} />
      </PageHero>
      {view.isClosed && <NotServed place={area.name} />}
      <Points points={words.sellingPoints} note={!view.isClosed && <TargetNote />} />
      <BesideCard bookHref={bookHref} withoutPromise={view.isClosed}>
        {view.kind === 'hub' ? (
          <HubPage view={view} form={form} />
        ) : (
          <LocalityPage view={view} withoutPromise={view.isClosed} form={form} />
        )}
        {view.reviews && <ReviewsThatFit of={view.reviews} title="What customers nearby say" />}
      </BesideCard>
    </Page>
  )
}

/** The owner has switched the borough off. */
function NotServed({ place }: { place: string }) {
  const { emergencyPhone } = useDetails()
  return (
    <div className="border-b-2 border-ink bg-lamp">
      <p className="mx-auto max-w-[1240px] px-4 py-4 font-bold md:px-8">
        {`We don’t cover ${place} at the moment. You can still book, but please call first: `}
        <a href={emergencyPhone.href} className="whitespace-nowrap">
          {emergencyPhone.text}
        </a>
      </p>
    </div>
  )
}

/** A place's nameplate, if the hero has room for it. */
function WallPlate({ name, code, note }: { name: string; code: string; note: string }) {
  return (
    <div className="absolute inset-x-4 top-[26%] md:top-24 md:left-8">
      <Nameplate name={name} code={code} note={note} />
    </div>
  )
}
