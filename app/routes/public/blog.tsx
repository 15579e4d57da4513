import { data } from 'react-router'
import { readPageArrival } from '#app/features/capacity/page-arrival.server.ts'
import { BesideCard } from '#app/features/site/components/beside-card.tsx'
import { Page } from '#app/features/site/components/page.tsx'
import PostList from '#app/features/site/components/post-list.island.tsx'
import { pageMeta, siteUrlOf } from '#app/features/site/page-meta.ts'
import { postPath } from '#app/features/site/post-list.ts'
import { readPosts } from '#app/features/site/read-posts.server.ts'
import { notKept, publicPage } from '#app/platform/public-page.ts'
import { visitContext } from '#app/platform/services.ts'
import { Breadcrumb, breadcrumbList } from '#app/ui/breadcrumb.tsx'
import { Island } from '#app/ui/island.tsx'
import type { SitePath } from '#app/values/site-path.ts'
import type { Route } from './+types/blog'

export async function loader({ context }: Route.LoaderArgs) {
  const visit = context.get(visitContext)
  const { result, failed } = await readPosts(visit.services)
  return data(
    { posts: result.map(({ updatedAt, ...summary }) => summary), arrival: await readPageArrival(visit) },
    { headers: failed ? notKept : publicPage() },
  )
}

export const headers: Route.HeadersFunction = ({ loaderHeaders }) => loaderHeaders

const path = '/blog' satisfies SitePath
const crumbs = [{ label: 'Home', href: '/' satisfies SitePath }, { label: 'Blog' }]
const description =
  'Handy guides from emergency plumbers in London: how to find your stopcock, what to do before the plumber arrives and what it costs, with example bills.'

export const meta: Route.MetaFunction = ({ matches, loaderData }) => {
  const siteUrl = siteUrlOf(matches)
  return [
    ...pageMeta({
      siteUrl,
      path,
      title: 'Blog: Helpful Tips from Emergency Plumbers in London',
      description,
      keywords: ['plumbing tips London', 'find stopcock', 'emergency plumbing advice', 'plumbing costs'],
      image: 'blog',
      structuredData: {
        '@context': 'https://schema.org',
        '@graph': [
          {
            '@type': 'Blog',
            '@id': `${siteUrl}${path}#blog`,
            url: siteUrl + path,
            description,
            blogPost: loaderData?.posts.slice(0, 20).map((post) => ({
              '@type': 'BlogPosting',
              headline: post.title,
              url: siteUrl + postPath(post.slug),
              datePublished: post.date,
            })),
          },
          breadcrumbList(crumbs, siteUrl + path, siteUrl),
        ],
      },
    }),
    { tagName: 'link', rel: 'alternate', type: 'application/rss+xml', title: 'Emergency Plumbers London', href: `${siteUrl}/blog/rss.xml` },
  ]
}

export default function Blog({ loaderData: { posts, arrival } }: Route.ComponentProps) {
  return (
    <Page arrival={arrival} width="full">
      <BesideCard bookHref={'/book' satisfies SitePath}>
        <div className="pt-3 pb-12">
          <Breadcrumb crumbs={crumbs} />
          <h1 className="mt-2 mb-3 text-[clamp(2.25rem,1.45rem+3vw,3.75rem)] leading-none tracking-[-0.03em]">
            Helpful tips from emergency plumbers
          </h1>
          <p className="mb-6 max-w-[40em] text-lg leading-snug">
            Handy guides to read before you need them. Got a leak right now? Call us first.
          </p>
          {/* Not 'visible': of a long list, a tenth is never in view. */}
          <Island name="post-list" of={PostList} when="idle" props={{ posts }} />
          <p className="mt-6">
            <a href={'/blog/rss.xml' satisfies SitePath} className="inline-flex min-h-11 items-center">
              Subscribe by RSS
            </a>
          </p>
        </div>
      </BesideCard>
    </Page>
  )
}
