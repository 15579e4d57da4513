import type { Instant } from '#app/values/clock.ts'

/** A drawing in a post: it stands under the part with that heading, a line of the content that is bold as a whole. */
export interface PostFigure {
  under: string
  /** Its file is `app/ui/drawings/{drawing}.svg`, 560 by 360. */
  drawing: 'stopcock-flat' | 'stopcock-house' | 'stopcock-mansion' | 'before-arrival'
  alt: string
  caption: string
}

/**
 * A post that the site starts with, and falls back to. Its content is what staff would type: lines of
 * text, `**bold**`, a line that is bold as a whole heads the part under it, an empty line ends a paragraph, `- ` begins a point.
 */
export interface BuiltInPost {
  /** Its address: shorter than what the slug rule makes of the title. */
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
