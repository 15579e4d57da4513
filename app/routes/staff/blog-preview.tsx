import { requireRole } from '#app/features/accounts/guards.server.ts'
import { readAnyPost } from '#app/features/site/admin-list.server.ts'
import { adminPath, editPath } from '#app/features/site/admin-list.ts'
import { BesideCard } from '#app/features/site/components/beside-card.tsx'
import { Page } from '#app/features/site/components/page.tsx'
import { PostPage } from '#app/features/site/components/post-page.tsx'
import { unknownPath } from '#app/features/site/unknown-path.server.ts'
import { privateHeaders, privateMeta } from '#app/platform/public-page.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import type { SitePath } from '#app/values/site-path.ts'
import { builtInPosts } from '#content/posts/index.ts'
import type { Route } from './+types/blog-preview'

/** As the public page is made. */ export const meta = () => privateMeta('Preview')
export const headers = () => privateHeaders

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const { services } = await requireRole(context, request, 'staff')
  const post = await readAnyPost(services, params.id)
  if (!post) throw unknownPath(services, request)
  return { post, figures: builtInPosts.find(({ slug }) => slug === post.slug)?.figures ?? [] }
}

/** A post as visitors see it, or would; for staff alone. */
export default function BlogPreview({ loaderData: { post, figures } }: Route.ComponentProps) {
  const { id, published } = post
  return (
    <Page width="full">
      <BesideCard bookHref={'/book' satisfies SitePath}>
        <div className="pt-3">
          <div className="mb-6 border-y-2 border-ink py-5">
            <p className="font-bold">
              {published === 1 ? 'Preview: this is how visitors see the post.' : 'Preview of a draft. Only staff can see this page.'}
            </p>
            <div className="mt-3 flex flex-wrap gap-3">
              <ButtonLink href={editPath(id)}>Edit</ButtonLink>
              <ButtonLink look="outline" href={adminPath}>
                Blog admin
              </ButtonLink>
            </div>
          </div>
          <PostPage post={post} figures={figures} others={[]}>
            {null}
          </PostPage>
        </div>
      </BesideCard>
    </Page>
  )
}
