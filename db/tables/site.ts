import type { Instant } from '#app/values/clock.ts'
import type { Flag } from './flag.ts'

export interface SiteTables {
  blogPosts: BlogPostsTable
  deletedPosts: DeletedPostsTable
  measureCounts: MeasureCountsTable
}

/** A blog post, with the columns of the specification. */
export interface BlogPostsTable {
  id: string
  title: string
  slug: string
  category: string
  excerpt: string
  /** Plain text; only `**bold**` and line breaks are markup. */
  content: string
  metaDescription: string
  /** Separated by commas. */
  keywords: string
  author: string
  published: Flag
  featured: Flag
  createdAt: Instant
  updatedAt: Instant
  /** Null for a draft. */
  publishedAt: Instant | null
  /** Hash of the submitted post, so that sending it twice makes one post; null for built-in posts. */
  madeFrom: string | null
}

/** Posts that can be brought back (`retention.deletedPostDays`). */
export interface DeletedPostsTable {
  /** The post's own. */
  id: string
  deletedAt: Instant
  /** Its row of `blog_posts`, as JSON. */
  post: string
}

/** Counts of measurements by bucket, in one hour and in one London day (monitoring/rules.ts). */
export interface MeasureCountsTable {
  span: 'hour' | 'day'
  /** `YYYY-MM-DD` of London, or the hour in UTC, `YYYY-MM-DDTHH`. */
  period: string
  metric: string
  /** A pattern of the site's addresses, e.g. `/track/:token`. */
  page: string
  /** The device of visits; the result of responses and requests. */
  detail: string
  bucket: number
  count: number
}
