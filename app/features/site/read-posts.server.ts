import type { Selectable } from 'kysely'
import { loggable } from '#app/platform/log.ts'
import type { Services } from '#app/platform/services.ts'
import { builtInPosts } from '#content/posts/index.ts'
import type { BlogPostsTable } from '#db/tables/site.ts'
import type { PostSummary } from './post-list.ts'

export type Post = Pick<
  Selectable<BlogPostsTable>,
  | 'slug'
  | 'title'
  | 'category'
  | 'excerpt'
  | 'content'
  | 'metaDescription'
  | 'keywords'
  | 'author'
  | 'createdAt'
  | 'updatedAt'
  | 'publishedAt'
>

/** The posts read, or the built-in posts instead: then the page may not be cached. */
interface Read<Result> {
  result: Result
  failed: boolean
}

/** The published posts, newest first; `most`: not more than these. */
export async function readPosts({ db, log }: Services, most = 1_000): Promise<Read<(PostSummary & { updatedAt: string })[]>> {
  try {
    const rows = await db
      .selectFrom('blogPosts')
      .select(['slug', 'title', 'category', 'excerpt', 'createdAt', 'updatedAt', 'publishedAt'])
      .where('published', '=', 1)
      .orderBy('createdAt', 'desc')
      .orderBy('id', 'desc')
      .limit(most)
      .execute()
    return { result: rows.map(summaryOf), failed: false }
  } catch (error) {
    log.error({ error: loggable(error) }, 'Failed to fetch blog posts')
    return { result: builtInPosts.slice(0, most).map((post) => summaryOf(asPost(post))), failed: true }
  }
}

/** A published post by its slug, or nothing. Throws when neither the database nor the built-in posts can answer. */
export async function readPost({ db, log }: Services, slug: string): Promise<Read<Post | undefined>> {
  try {
    const post = await db.selectFrom('blogPosts').selectAll().where('slug', '=', slug).where('published', '=', 1).executeTakeFirst()
    return { result: post, failed: false }
  } catch (error) {
    log.error({ error: loggable(error) }, 'Failed to fetch blog posts')
    const builtIn = builtInPosts.find((post) => post.slug === slug)
    if (!builtIn) throw error
    return { result: asPost(builtIn), failed: true }
  }
}

const summaryOf = ({
  slug,
  title,
  category,
  excerpt,
  createdAt,
  updatedAt,
  publishedAt,
}: Pick<Post, 'slug' | 'title' | 'category' | 'excerpt' | 'createdAt' | 'updatedAt' | 'publishedAt'>) => ({
  slug,
  title,
  category,
  excerpt,
  date: publishedAt ?? createdAt,
  updatedAt,
})

const asPost = ({ keywords, createdAt, figures, ...post }: (typeof builtInPosts)[number]): Post => ({
  ...post,
  keywords: keywords.join(', '),
  createdAt,
  updatedAt: createdAt,
  publishedAt: createdAt,
})
