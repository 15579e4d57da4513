import type { PostcardName } from '#app/ui/drawings/postcards.tsx'
import type { Instant } from '#app/values/clock.ts'
import type { SitePath } from '#app/values/site-path.ts'

/** A post in the list. */
export interface PostSummary {
  slug: string
  title: string
  category: string
  excerpt: string
  /** The time of publication; for drafts, of creation. */
  date: Instant
}

/** A row of the API's response to the list's query. */
export interface PostRow extends PostSummary {
  content: string
}

/** The rows of a response. Throws if it is no list of posts: each has a title, a text, and a slug or an id. */
export function rowsOf(answer: unknown): PostRow[] {
  if (!Array.isArray(answer)) throw notPosts()
  // Each address once: it is a post's key in the list.
  return [...new Map(answer.map(rowOf).map((row) => [row.slug, row])).values()]
}

function rowOf(row: Record<string, unknown> | null): PostRow {
  const text = (name: string) => (typeof row?.[name] === 'string' ? row[name] : '')
  const slug = text('slug') || String(row?.id ?? '')
  if (!slug || !text('title') || typeof row?.content !== 'string') throw notPosts()
  // Throws for half a surrogate pair, which no address can have.
  postPath(slug)
  return {
    slug,
    title: text('title'),
    category: text('category'),
    excerpt: text('excerpt'),
    date: text('published_at') || text('created_at'),
    content: row.content,
  }
}

const notPosts = () => new Error('the response isn’t a list of posts')

/** The list's query. */
export const listPath = '/rest/v1/blog_posts?select=*&published=eq.true&order=created_at.desc'

/** The page's retries; browsers may wrongly believe that they are offline. */
export const queryDefaults = { retry: 1, retryDelay: 1_000, staleTime: 30_000, networkMode: 'always' } as const

/** A slower response counts as failed. */
export const longestWaitMs = 10_000

export const postPath = (slug: string): string => `/blog/${encodeURIComponent(slug)}` satisfies SitePath

/** Returns a post's id in the list, for any slug. */
export const postAnchor = (slug: string): string => `post-${encodeURIComponent(slug)}`

const postcards: Record<string, PostcardName> = { Stopcocks: 'stopcock', 'First aid': 'bucket', Prices: 'receipt' }

/** The drawing beside a post, by its category. */
export const postcardOf = (category: string): PostcardName =>
  (Object.hasOwn(postcards, category) ? postcards[category] : undefined) ?? 'bucket'
