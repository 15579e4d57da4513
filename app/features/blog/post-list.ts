import type { Instant } from '#app/platform/clock.ts'
import type { SitePath } from '#app/platform/site-path.ts'
import type { PostcardName } from '#app/ui/drawings/postcards.tsx'

/** What the list of posts shows of one. */
export interface PostSummary {
  slug: string
  title: string
  category: string
  excerpt: string
  /** When it was published; for a draft's reader, when it was begun. */
  date: Instant
}

/** What the list's own question for posts is answered with. */
export interface PostRow extends PostSummary {
  content: string
}

/** The rows of an answer, whatever it is. Throws when it is no list of posts: each has a title, a text, and a slug or an id. */
export function rowsOf(answer: unknown): PostRow[] {
  if (!Array.isArray(answer)) throw notPosts()
  // Each address once: it tells the posts of the list apart.
  return [...new Map(answer.map(rowOf).map((row) => [row.slug, row])).values()]
}

function rowOf(row: Record<string, unknown> | null): PostRow {
  const text = (name: string) => (typeof row?.[name] === 'string' ? row[name] : '')
  const slug = text('slug') || String(row?.id ?? '')
  if (!slug || !text('title') || typeof row?.content !== 'string') throw notPosts()
  // Throws for half a character, which no address can have.
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

/** The list's question. */
export const listPath = '/rest/v1/blog_posts?select=*&published=eq.true&order=created_at.desc'

/** How the page asks again; a browser may take itself for offline and be wrong. */
export const queryDefaults = { retry: 1, retryDelay: 1_000, staleTime: 30_000, networkMode: 'always' } as const

/** An answer that takes longer has failed. */
export const longestWaitMs = 10_000

export const postPath = (slug: string): string => `/blog/${encodeURIComponent(slug)}` satisfies SitePath

/** Where a post stands in the list: an id, whatever the slug is. */
export const postAnchor = (slug: string): string => `post-${encodeURIComponent(slug)}`

const postcards: Record<string, PostcardName> = { Stopcocks: 'stopcock', 'First aid': 'bucket', Prices: 'receipt' }

/** The drawing beside a post, by its category. */
export const postcardOf = (category: string): PostcardName =>
  (Object.hasOwn(postcards, category) ? postcards[category] : undefined) ?? 'bucket'
