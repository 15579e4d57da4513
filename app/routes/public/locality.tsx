import { LocalityPage } from '#app/features/areas/components/locality-page.tsx'
import { readLocalityPage } from '#app/features/areas/pages.server.ts'
import { areaStructuredData } from '#app/features/areas/structured-data.ts'
import BookingForm from '#app/features/booking/components/booking-form.island.tsx'
import { emptyForm } from '#app/features/booking/form-view.ts'
import { Page } from '#app/features/shell/components/page.tsx'
import { SideCard } from '#app/features/shell/components/side-card.tsx'
import { pageMeta, siteUrlOf } from '#app/features/shell/page-meta.ts'
import { publicPage } from '#app/platform/public-page.ts'
import { Island } from '#app/ui/island.tsx'
import { areaPath, inText } from '#content/areas/area.ts'
import type { Route } from './+types/locality'

export const headers = publicPage

/** The route's address is `/plumbers-{slug}`. */
export function loader({ request }: Route.LoaderArgs) {
  const view = readLocalityPage(new URL(request.url).pathname.replace('/plumbers-', ''))
  if (!view) throw new Response(null, { status: 404 })
  return view
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  if (!loaderData) return []
  const { place, words, crumbs } = loaderData
  const siteUrl = siteUrlOf(matches)
  const { description, keywords, specialists } = words
  return pageMeta({
    siteUrl,
    path: areaPath(place.slug),
    title: `Emergency Plumbers in ${inText(place)}, 24/7`,
    description,
    keywords,
    image: place.slug,
    structuredData: areaStructuredData({ area: place, description, crumbs, siteUrl, specialties: specialists.map(({ title }) => title) }),
  })
}

export default function LocalityRoute({ loaderData }: Route.ComponentProps) {
  const bookHref = `#${loaderData.place.anchor}`
  return (
    <Page bookHref={bookHref} width="full" symbols={['tel', 'ck']}>
      <LocalityPage
        view={loaderData}
        form={<Island name="booking-form" of={BookingForm} when="visible" props={{ view: emptyForm }} />}
        side={<SideCard bookHref={bookHref} />}
      />
    </Page>
  )
}
