import type { Instant } from '#app/platform/clock.ts'
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

/** What the list's own question for posts is answered with (specification 2 section 7): the fields it reads of each. */
export interface PostRow {
  id: string
  slug: string
  title: string
  category: string
  excerpt: string
  content: string
  published_at: Instant | null
  created_at: Instant
}

/** The list's question (specification 2 section 7). */
export const listPath = '/rest/v1/blog_posts?select=*&published=eq.true&order=created_at.desc'

/** How the page asks again (specification 2 section 9, client data settings). */
export const queryDefaults = { retry: 1, retryDelay: 1_000, staleTime: 30_000 } as const

export const postPath = (slug: string): string => `/blog/${encodeURIComponent(slug)}`

const postcards: Record<string, PostcardName> = { Stopcocks: 'stopcock', 'First aid': 'bucket', Prices: 'receipt' }

/** The drawing beside a post, by its category. */
export const postcardOf = (category: string): PostcardName =>
  (Object.hasOwn(postcards, category) ? postcards[category] : undefined) ?? 'bucket'
