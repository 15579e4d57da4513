import type { Instant } from '#app/values/clock.ts'

/** A drawing in a post, shown under the part with that heading: a line of the content that is entirely bold. */
export interface PostFigure {
  under: string
  /** Its file is `app/ui/drawings/{drawing}.svg`, 560 by 360. */
  drawing: 'stopcock-flat' | 'stopcock-house' | 'stopcock-mansion' | 'before-arrival'
  alt: string
  caption: string
}

/**
 * A post that the site starts with, and falls back to. Its content is in the format that staff type: lines of text, `**bold**`, a line that
 * is bold as a whole heads the part under it, an empty line ends a paragraph, `- ` begins a point.
 */
export interface BuiltInPost {
  /** Its address: shorter than the slug made from the title. */
  slug: string
  title: string
  category: string
  excerpt: string
  /** At most 160 characters. */
  metaDescription: string
  keywords: readonly string[]
  content: string
  author: string
  createdAt: Instant
  figures: readonly PostFigure[]
}
