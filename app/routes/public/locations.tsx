import { LocationsPage } from '#app/features/areas/components/locations-page.tsx'
import { readLocations } from '#app/features/areas/pages.server.ts'
import { Page } from '#app/features/site/components/page.tsx'
import { pageMeta, siteUrlOf } from '#app/features/site/page-meta.ts'
import { publicPage } from '#app/platform/public-page.ts'
import { Breadcrumb, breadcrumbList } from '#app/ui/breadcrumb.tsx'
import type { SitePath } from '#app/values/site-path.ts'
import type { Route } from './+types/locations'

export const headers = publicPage

export const loader = () => readLocations()

const crumbs = [{ label: 'Home', href: '/' satisfies SitePath }, { label: 'London Locations' }]

export const meta: Route.MetaFunction = ({ matches }) => {
  const siteUrl = siteUrlOf(matches)
  return pageMeta({
    siteUrl,
    path: '/locations' satisfies SitePath,
    title: 'Emergency Plumbers by Part of London: All Locations',
    description:
      'Find an emergency plumber near you in London: east, central, West End, north, south, the City, Clerkenwell and Midtown, plus every borough we cover.',
    keywords: ['emergency plumber near me London', 'plumbers by area London', 'London plumber locations', 'plumber by postcode'],
    image: 'locations',
    structuredData: { '@context': 'https://schema.org', ...breadcrumbList(crumbs, `${siteUrl}/locations`, siteUrl) },
  })
}

export default function Locations({ loaderData: { parts, districts } }: Route.ComponentProps) {
  return (
    <Page>
      <Breadcrumb crumbs={crumbs} />
      <h1 className="mt-2 mb-3 text-[clamp(2.25rem,1.45rem+3vw,3.75rem)] leading-none tracking-[-0.03em]">
        Emergency plumbers by part of London
      </h1>
      <p className="mb-6 max-w-[40em] text-lg leading-snug">
        Tap your place for local prices, parking and the plumbing problems we see there most. Not listed? See{' '}
        <a href="#boroughs">all boroughs</a>.
      </p>
      <LocationsPage parts={parts} districts={districts} />
    </Page>
  )
}
