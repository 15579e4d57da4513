import type { Instant } from '#app/values/clock.ts'
import type { SitePath } from '#app/values/site-path.ts'

/** A post as the blog's admin lists it. */
export interface AdminPost {
  id: string
  title: string
  slug: string
  category: string
  excerpt: string
  published: boolean
  featured: boolean
  createdAt: Instant
  publishedAt: Instant | null
}

export interface AdminList {
  posts: AdminPost[]
  /** Newest first. */
  deleted: { id: string; title: string; deletedAt: Instant }[]
  /** The built-in posts are shown instead: nothing can be done with them. */
  failed: boolean
}

/** The admin loads its list from this path and sends posts to it. */
export const adminPath = '/blog-admin' satisfies SitePath
export const adminPostsPath = `${adminPath}/posts`
export const editPath = (id: string) => `${adminPath}/${id}`
export const previewPath = (id: string) => `${adminPath}/${id}/preview`

/** The retries of a failed list. */
export const listRetry = { retry: 3, retryDelay: 1_000, staleTime: 30_000, networkMode: 'always' } as const
