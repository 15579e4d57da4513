import type { SignedIn } from '#app/features/accounts/authenticate.server.ts'
import { Refusal } from '#app/platform/errors.ts'
import type { Services } from '#app/platform/services.ts'
import { isUuid, newId } from '#app/values/ids.ts'
import type { BlogPostsTable } from '#db/tables/site.ts'
import type { ActAnswer, Acted, PostVersion, Refused } from './admin-acts.ts'
import { readAnyPost } from './admin-list.server.ts'
import { createPosts } from './create-post.server.ts'
import { deletePost, restorePost } from './delete-post.server.ts'
import { editPost, fieldsOf, publishPost } from './edit-post.server.ts'
import { problemText, readFields } from './post-fields.ts'
import { InvalidPost, noSuchPost } from './refusals.ts'

/**
 * Does one act of the blog's admin, sent as a form or as JSON: `value` returns a field of either. An act that can't be done gives words and
 * an HTTP status.
 */
export async function actOnPost(
  services: Services,
  staff: SignedIn,
  value: (name: string) => unknown,
): Promise<{ status: number; answer: ActAnswer }> {
  const id = String(value('id') ?? '').toLowerCase()
  try {
    return { status: 200, answer: await act(services, staff, { intent: String(value('intent') ?? 'create'), id, value }) }
  } catch (error) {
    return refusalOf(services, error, id)
  }
}

async function act(
  services: Services,
  staff: SignedIn,
  { intent, id, value }: { intent: string; id: string; value: (name: string) => unknown },
): Promise<Acted> {
  const acted = (done: Acted['done'], { id: postId, title, slug }: Pick<BlogPostsTable, 'id' | 'title' | 'slug'>): Acted => ({
    done,
    id: postId,
    title,
    slug,
  })
  if (intent === 'create') {
    const fields = readFields(value)
    // The id that the form or the device made, so a post that is sent twice is stored once.
    const [post] = await createPosts(services, staff, [{ fields, id: isUuid(id) ? id : newId() }], { mayRepeat: true })
    if (!post) throw noSuchPost()
    return acted('created', post)
  }
  if (intent === 'edit')
    return acted('saved', await editPost(services, staff, { id, version: String(value('version')), fields: readFields(value) }))
  if (intent === 'publish' || intent === 'unpublish') {
    const post = await publishPost(services, staff, { id, published: intent === 'publish' })
    return acted(intent === 'publish' ? 'published' : 'unpublished', post)
  }
  if (intent === 'restore') return acted('restored', await restorePost(services, staff, id))
  if (intent !== 'delete') throw noSuchPost()
  const post = await readAnyPost(services, id)
  if (!post || !(await deletePost(services, staff, id))) throw noSuchPost()
  return acted('deleted', post)
}

async function refusalOf(services: Services, error: unknown, id: string): Promise<{ status: number; answer: ActAnswer }> {
  const refused = (status: number, message: string, more: Omit<Refused, 'message'> = {}) => ({ status, answer: { message, ...more } })
  if (!(error instanceof Refusal)) throw error
  if (error instanceof InvalidPost) return refused(error.status, error.message, { problems: error.fields })
  switch (error.code) {
    case 'slug_taken':
      return refused(error.status, problemText('slug', 'taken'), { problems: { slug: 'taken' } })
    case 'post_changed': {
      const post = await readAnyPost(services, id)
      return post ? refused(error.status, error.message, { current: versionOf(post) }) : refused(404, noSuchPost().message)
    }
    case 'not_staff':
      return refused(error.status, 'You’re no longer a member of staff')
    case 'post_exists':
    case 'no_such_post':
      return refused(error.status, error.message)
    default:
      throw error
  }
}

/** A post as its form edits it, with the version that a save must find. */
export const versionOf = (post: BlogPostsTable): PostVersion => ({ fields: fieldsOf(post), version: post.updatedAt })
