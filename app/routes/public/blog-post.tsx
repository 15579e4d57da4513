import { data, redirect } from 'react-router'
import { readPageArrival } from '#app/features/capacity/page-arrival.server.ts'
import { BesideCard } from '#app/features/site/components/beside-card.tsx'
import { Page } from '#app/features/site/components/page.tsx'
import { PostPage } from '#app/features/site/components/post-page.tsx'
import { pageMeta, siteUrlOf } from '#app/features/site/page-meta.ts'
import { postPath } from '#app/features/site/post-list.ts'
import { postStructuredData } from '#app/features/site/post-structured-data.ts'
import { readPost, readPosts } from '#app/features/site/read-posts.server.ts'
import { unknownPath } from '#app/features/site/unknown-path.server.ts'
import { notKept, publicPage } from '#app/platform/public-page.ts'
import { useDetails } from '#app/platform/published-context.ts'
import { visitContext } from '#app/platform/services.ts'
import { Breadcrumb } from '#app/ui/breadcrumb.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import type { SitePath } from '#app/values/site-path.ts'
import { business } from '#content/business.ts'
import { builtInPosts } from '#content/posts/index.ts'
import { movedPosts } from '#content/posts/moved-posts.ts'
import { bookingSeconds } from '#content/stated.ts'
import type { Route } from './+types/blog-post'

const otherPosts = 3

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const visit = context.get(visitContext)
  const { services } = visit
  const [post, posts] = await Promise.all([readPost(services, params.slug), readPosts(services, otherPosts + 1)])
  if (!post.result) {
    const moved = Object.hasOwn(movedPosts, params.slug) && movedPosts[params.slug]
    throw moved ? redirect(postPath(moved), 301) : unknownPath(services, request)
  }
  const { slug, content, updatedAt } = post.result
  const { pricesChangedAt = '' } = services.published.current()
  return data(
    {
      post: post.result,
      hasOldPrices: /£\d/.test(content) && pricesChangedAt > updatedAt,
      others: posts.result.filter((other) => other.slug !== slug).slice(0, otherPosts),
      figures: builtInPosts.find((builtIn) => builtIn.slug === slug)?.figures ?? [],
      arrival: await readPageArrival(visit),
    },
    { headers: post.failed || posts.failed ? notKept : publicPage() },
  )
}

export const headers: Route.HeadersFunction = ({ loaderHeaders }) => loaderHeaders

/** The way here; the post's own name is the heading under it. */
const crumbs = [
  { label: 'Home', href: '/' satisfies SitePath },
  { label: 'Blog', href: '/blog' satisfies SitePath },
]

export const meta: Route.MetaFunction = ({ matches, loaderData }) => {
  if (!loaderData) return []
  const siteUrl = siteUrlOf(matches)
  const { slug, title, excerpt, metaDescription, keywords } = loaderData.post
  const description = metaDescription || excerpt.slice(0, 160)
  return pageMeta({
    siteUrl,
    path: postPath(slug),
    title: `${title} | ${business.name}`,
    description,
    keywords: keywords ? [keywords] : undefined,
    image: 'blog',
    isArticle: true,
    structuredData: postStructuredData({ post: loaderData.post, description, crumbs: [...crumbs, { label: title }], siteUrl }),
  })
}

export default function BlogPost({ loaderData: { post, hasOldPrices, others, figures, arrival } }: Route.ComponentProps) {
  const { emergencyPhone } = useDetails()
  return (
    <Page arrival={arrival} width="full">
      <BesideCard bookHref={'/book' satisfies SitePath}>
        <div className="pt-3">
          <Breadcrumb crumbs={crumbs} />
          {hasOldPrices && (
            <p className="mb-4 max-w-[40em] border-l-5 border-ink pl-3.5">
              Our prices have changed since this was written. See <a href={'/pricing' satisfies SitePath}>today’s prices</a>.
            </p>
          )}
          <PostPage post={post} others={others} figures={figures}>
            <div className="mt-10 border-y-2 border-ink py-5">
              <p className="max-w-[34em] font-bold">Still leaking, or not sure? A real person answers, day or night.</p>
              <div className="mt-3 flex flex-wrap gap-3">
                <ButtonLink look="alarm" href={emergencyPhone.href}>
                  {emergencyPhone.text}
                </ButtonLink>
                <ButtonLink href={'/book' satisfies SitePath}>{`Book in ${bookingSeconds} sec`}</ButtonLink>
              </div>
            </div>
          </PostPage>
        </div>
      </BesideCard>
    </Page>
  )
}
