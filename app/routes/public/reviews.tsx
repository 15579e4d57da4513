import { readChosen } from '#app/features/aftercare/chosen-messages.server.ts'
import { ReviewsPage } from '#app/features/aftercare/components/reviews-page.tsx'
import { readReviewChoices, readReviewSummary, readShownReviews } from '#app/features/aftercare/read-reviews.server.ts'
import { Page } from '#app/features/site/components/page.tsx'
import { pageMeta, siteUrlOf } from '#app/features/site/page-meta.ts'
import { publicPage } from '#app/platform/public-page.ts'
import { visitContext } from '#app/platform/services.ts'
import { Breadcrumb, breadcrumbList } from '#app/ui/breadcrumb.tsx'
import type { SitePath } from '#app/values/site-path.ts'
import { business } from '#content/business.ts'
import type { Route } from './+types/reviews'

/** Kept like other public pages, but not for any query, which chooses reviews. */
export const headers: Route.HeadersFunction = () => ({ 'Cache-Control': publicPage()['Cache-Control'] })

const perPage = 20
const lastPage = 500

/** All reviews, the newest first: `?job=`, `?area=`, `?page=`. Unknown values choose everything. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { services } = context.get(visitContext)
  const { db } = services
  const query = new URL(request.url).searchParams
  const choices = await readReviewChoices(db)
  const job = choices.services.find((service) => service === query.get('job'))
  const area = choices.boroughs.find((borough) => borough === query.get('area'))
  const page = Math.min(lastPage, Math.max(1, Math.floor(Number(query.get('page')) || 1)))
  const filter = { service: job, boroughs: area ? [area] : undefined }
  return {
    choices,
    ...{ job, area, page },
    summary: await readReviewSummary(db),
    matching: job || area ? (await readReviewSummary(db, filter)).count : undefined,
    ...(await readShownReviews(db, { ...filter, page, most: perPage })),
    chosen: page === 1 && !job && !area ? await readChosen(db) : [],
  }
}

const path = '/reviews' satisfies SitePath
const crumbs = [{ label: 'Home', href: '/' satisfies SitePath }, { label: 'Reviews' }]

export const meta: Route.MetaFunction = ({ matches }) => {
  const siteUrl = siteUrlOf(matches)
  return pageMeta({
    siteUrl,
    path,
    title: `Customer Reviews | ${business.name}`,
    description:
      'Every review by customers we’ve visited, good and bad, newest first. How we ask for them, why a few were removed, and what they add up to.',
    keywords: ['emergency plumber reviews London', 'plumber reviews', 'boiler repair reviews London'],
    structuredData: { '@context': 'https://schema.org', ...breadcrumbList(crumbs, siteUrl + path, siteUrl) },
  })
}

export default function Reviews({ loaderData }: Route.ComponentProps) {
  return (
    <Page>
      <Breadcrumb crumbs={crumbs} />
      <h1 className="mt-2 mb-3 text-[clamp(2.25rem,1.45rem+3vw,3.75rem)] leading-none tracking-[-0.03em]">What our customers say</h1>
      <ReviewsPage {...loaderData} />
    </Page>
  )
}
