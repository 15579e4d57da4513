import { readReviewSummary } from '#app/features/aftercare/read-reviews.server.ts'
import { countsText } from '#app/features/aftercare/review-words.ts'
import { ClaimsPage } from '#app/features/site/components/claims-page.tsx'
import { Page } from '#app/features/site/components/page.tsx'
import { pageMeta, siteUrlOf } from '#app/features/site/page-meta.ts'
import { keptTallies } from '#app/features/site/read-tallies.server.ts'
import { publicPage } from '#app/platform/public-page.ts'
import { visitContext } from '#app/platform/services.ts'
import { Breadcrumb, breadcrumbList } from '#app/ui/breadcrumb.tsx'
import type { SitePath } from '#app/values/site-path.ts'
import { claimGroups, isUnproven } from '#content/claims.ts'
import type { Route } from './+types/claims'

export const headers = publicPage
/** The claims and their results on the day: the page is cached for one. */
export async function loader({ context }: Route.LoaderArgs) {
  const { services } = context.get(visitContext)
  return {
    groups: claimGroups(services.published.current()),
    tallies: await keptTallies(services),
    rating: countsText(await readReviewSummary(services.db)),
  }
}

const path = '/claims' satisfies SitePath
const crumbs = [{ label: 'Home', href: '/' satisfies SitePath }, { label: 'Our claims' }]

export const meta: Route.MetaFunction = ({ matches }) => {
  const siteUrl = siteUrlOf(matches)
  return pageMeta({
    siteUrl,
    path,
    title: 'Our Claims and the Evidence | Emergency Plumbers London',
    description:
      'What we claim about response times, guarantees, insurance and prices: where each claim comes from, and the evidence we’ve published.',
    keywords: ['plumber guarantee', 'Gas Safe registered plumber London', 'insured plumber London', 'plumber response time'],
    structuredData: { '@context': 'https://schema.org', ...breadcrumbList(crumbs, siteUrl + path, siteUrl) },
  })
}

export default function Claims({ loaderData: { groups, tallies, rating } }: Route.ComponentProps) {
  const isAllProven = !groups.some(({ claims }) => claims.some(isUnproven))
  return (
    <Page>
      <Breadcrumb crumbs={crumbs} />
      <h1 className="mt-2 text-[clamp(2.25rem,1.45rem+3vw,3.75rem)] leading-none tracking-[-0.03em]">Our claims and the evidence</h1>
      <p className="mt-4 max-w-[34em] text-lg leading-snug">
        {`Want to check us before you call? Here’s every claim we make, and ${isAllProven ? 'how you can check it' : 'the evidence we’ve published so far'}.`}
      </p>
      <ClaimsPage groups={groups} tallies={tallies} rating={rating} />
    </Page>
  )
}
