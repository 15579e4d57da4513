import { loggable } from '#app/platform/log.ts'
import type { Services } from '#app/platform/services.ts'
import { builtInPosts } from '#content/posts/index.ts'
import type { BlogPostsTable } from '#db/tables/site.ts'
import type { AdminList, AdminPost } from './admin-list.ts'

const mostPosts = 1_000
const mostDeleted = 20

/**
 * Data of the blog's admin: all posts, newest first, with drafts, and deleted ones that can be restored. If they can't be read, the
 * built-in posts are shown, as on the public page.
 */
export async function readAdminList({ db, log }: Services): Promise<AdminList> {
  try {
    const posts = await db
      .selectFrom('blogPosts')
      .select(['id', 'title', 'slug', 'category', 'excerpt', 'published', 'featured', 'createdAt', 'publishedAt'])
      .orderBy('createdAt', 'desc')
      .orderBy('id', 'desc')
      .limit(mostPosts)
      .execute()
    const deleted = await db.selectFrom('deletedPosts').selectAll().orderBy('deletedAt', 'desc').orderBy('id').limit(mostDeleted).execute()
    return {
      failed: false,
      posts: posts.map((post) => ({ ...post, published: post.published === 1, featured: post.featured === 1 })),
      deleted: deleted.map(({ id, deletedAt, post }) => ({ id, deletedAt, title: (JSON.parse(post) as BlogPostsTable).title })),
    }
  } catch (error) {
    log.error({ error: loggable(error) }, 'Failed to fetch blog posts')
    return { failed: true, deleted: [], posts: builtInPosts.map(asAdminPost) }
  }
}

const asAdminPost = ({ slug, title, category, excerpt, createdAt }: (typeof builtInPosts)[number]): AdminPost => ({
  ...{ id: slug, slug, title, category, excerpt, createdAt },
  published: true,
  featured: false,
  publishedAt: createdAt,
})

/** Returns a post, published or not; undefined if there is none. */
export const readAnyPost = ({ db }: Services, id: string): Promise<BlogPostsTable | undefined> =>
  db.selectFrom('blogPosts').selectAll().where('id', '=', id).executeTakeFirst()

/** The categories of existing posts, as suggestions. */
export async function readCategories({ db }: Services): Promise<string[]> {
  const rows = await db.selectFrom('blogPosts').select('category').distinct().orderBy('category').limit(50).execute()
  return rows.map(({ category }) => category)
}
