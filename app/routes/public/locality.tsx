import { LocalityPage } from '#app/features/areas/components/locality-page.tsx'
import { WallPlate } from '#app/features/areas/components/wall-plate.tsx'
import { readLocalityPage } from '#app/features/areas/pages.server.ts'
import { areaStructuredData } from '#app/features/areas/structured-data.ts'
import BookingForm from '#app/features/booking/components/booking-form.island.tsx'
import { emptyForm } from '#app/features/booking/form-view.ts'
import { BesideCard } from '#app/features/shell/components/beside-card.tsx'
import { Page } from '#app/features/shell/components/page.tsx'
import { PageHero } from '#app/features/shell/components/page-hero.tsx'
import { pageMeta, siteUrlOf } from '#app/features/shell/page-meta.ts'
import { unknownPath } from '#app/features/shell/unknown-path.server.ts'
import { publicPage } from '#app/platform/public-page.ts'
import { visitContext } from '#app/platform/services.ts'
import wall from '#app/ui/drawings/wall.svg?url'
import { Island } from '#app/ui/island.tsx'
import { Points } from '#app/ui/points.tsx'
import { areaPath, inText } from '#content/areas/area.ts'
import type { Route } from './+types/locality'

export const headers = publicPage

/** The route's address is `/plumbers-{slug}`. */
export function loader({ request, context }: Route.LoaderArgs) {
  const view = readLocalityPage(new URL(request.url).pathname.replace('/plumbers-', ''))
  if (!view) throw unknownPath(context.get(visitContext).services, request)
  return view
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  if (!loaderData) return []
  const { place, words, crumbs } = loaderData
  const siteUrl = siteUrlOf(matches)
  const { description, keywords } = words
  return pageMeta({
    siteUrl,
    path: areaPath(place.slug),
    title: `Emergency Plumbers in ${inText(place)}, 24/7`,
    description,
    keywords,
    image: place.slug,
    structuredData: areaStructuredData({ area: place, description, crumbs, siteUrl }),
  })
}

export default function LocalityRoute({ loaderData }: Route.ComponentProps) {
  const { place, words, crumbs, coverage } = loaderData
  const bookHref = `#${place.anchor}`
  return (
    <Page bookHref={bookHref} width="full" coverage={coverage} symbols={['tel', 'ck']}>
      <PageHero
        crumbs={crumbs}
        title={`Emergency plumbers in ${inText(place)}`}
        pitch={words.pitch}
        bookHref={bookHref}
        callsChatNumber={place.callsChatNumber}
        picture={wall}
      >
        <WallPlate name={words.street} code={place.postcode} note={place.district} />
      </PageHero>
      <Points points={words.sellingPoints} />
      <BesideCard bookHref={bookHref}>
        <LocalityPage view={loaderData} form={<Island name="booking-form" of={BookingForm} when="visible" props={{ view: emptyForm }} />} />
      </BesideCard>
    </Page>
  )
}
