import { LegalText } from '#app/features/site/components/legal-text.tsx'
import { Page } from '#app/features/site/components/page.tsx'
import { pageMeta, siteUrlOf } from '#app/features/site/page-meta.ts'
import { publicPage } from '#app/platform/public-page.ts'
import { visitContext } from '#app/platform/services.ts'
import { Breadcrumb, breadcrumbList } from '#app/ui/breadcrumb.tsx'
import type { SitePath } from '#app/values/site-path.ts'
import { legalPages } from '#content/legal/index.ts'
import type { Route } from './+types/legal'

export const headers = publicPage
/** The page is found by its route, not by the request's address, which may be escaped. */
export function loader({ pattern, context }: Route.LoaderArgs) {
  const page = legalPages(context.get(visitContext).services.published.current()).find(({ slug }) => slug === pattern)
  if (!page) throw new Error(`There is no legal page at /${pattern}`)
  return page
}

const crumbsOf = (title: string) => [{ label: 'Home', href: '/' satisfies SitePath }, { label: title }]

export const meta: Route.MetaFunction = ({ matches, loaderData }) => {
  if (!loaderData) return []
  const siteUrl = siteUrlOf(matches)
  const { slug, title, metaTitle, description, keywords } = loaderData
  return pageMeta({
    siteUrl,
    path: `/${slug}`,
    title: metaTitle,
    description,
    keywords,
    structuredData: { '@context': 'https://schema.org', ...breadcrumbList(crumbsOf(title), `${siteUrl}/${slug}`, siteUrl) },
  })
}

export default function Legal({ loaderData: page }: Route.ComponentProps) {
  return (
    <Page>
      <Breadcrumb crumbs={crumbsOf(page.title)} />
      <LegalText page={page} />
    </Page>
  )
}
