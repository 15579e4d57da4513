import { LegalText } from '#app/features/legal/components/legal-text.tsx'
import { Page } from '#app/features/shell/components/page.tsx'
import { pageMeta, siteUrlOf } from '#app/features/shell/page-meta.ts'
import { publicPage } from '#app/platform/public-page.ts'
import type { RouteHandle } from '#app/root.tsx'
import { Breadcrumb, breadcrumbList } from '#app/ui/breadcrumb.tsx'
import { legalPages } from '#content/legal/index.ts'
import type { Route } from './+types/legal'

export const headers = publicPage
export const handle: RouteHandle = { style: 'reading' }

/** The page that the address names: each has a route of its own. */
export function loader({ request }: Route.LoaderArgs) {
  const slug = new URL(request.url).pathname.slice(1)
  const page = legalPages.find((each) => each.slug === slug)
  if (!page) throw new Error(`No legal page has the address /${slug}`)
  return page
}

const crumbsOf = (title: string) => [{ label: 'Home', href: '/' }, { label: title }]

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
