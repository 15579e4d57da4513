import type { SignedIn } from '#app/features/accounts/authenticate.server.ts'
import type { Services } from '#app/platform/services.ts'
import type { BlogPostsTable } from '#db/tables/site.ts'
import { editPosts } from '../edit-post.server.ts'
import { noSuchPost } from '../refusals.ts'

/** Publishes a post now, or unpublishes it; does nothing if it already is so. Throws `no_such_post`, `not_staff`. */
export async function publishPost(
  services: Services,
  staff: SignedIn,
  { id, published }: { id: string; published: boolean },
): Promise<BlogPostsTable> {
  const [post] = await editPosts(services, staff, {
    condition: (post) => post('id', '=', id),
    changes: { published },
  })
  if (!post) throw noSuchPost()
  return post
}
