import type { MetaDescriptor } from 'react-router'
import { business } from '#content/business.ts'
import type { OwnerOverrides } from '#content/owner-overrides.ts'
import { type PublishedValues, publishedWith } from '#content/published.ts'

interface PageMeta {
  /** With the protocol, without a slash at the end. */
  siteUrl: string
  path: string
  title: string
  /** At most 160 characters. */
  description: string
  keywords?: readonly string[]
  /** The name of its share image (scripts/images/share.mjs). */
  image?: string
  /** schema.org, as JSON-LD. */
  structuredData?: object
  /** A text with an author and a date. */
  isArticle?: boolean
}

/** The data of a page for search engines and link previews. */
export function pageMeta({
  siteUrl,
  path,
  title,
  description,
  keywords,
  image = 'home',
  structuredData,
  isArticle,
}: PageMeta): MetaDescriptor[] {
  const url = siteUrl + path
  return [
    { title },
    { name: 'description', content: description },
    ...(keywords ? [{ name: 'keywords', content: keywords.join(', ') }] : []),
    { tagName: 'link', rel: 'canonical', href: url },
    { property: 'og:type', content: isArticle ? 'article' : 'website' },
    { property: 'og:site_name', content: business.name },
    { property: 'og:title', content: title },
    { property: 'og:description', content: description },
    { property: 'og:url', content: url },
    { property: 'og:image', content: `${siteUrl}/share/${image}.png` },
    { name: 'twitter:card', content: 'summary_large_image' },
    ...(structuredData ? [{ 'script:ld+json': structuredData }] : []),
  ]
}

type Matches = readonly ({ id: string; loaderData?: unknown } | undefined)[]

/** The root route's data. */
const rootOf = (matches: Matches) =>
  matches.find((match) => match?.id === 'root')?.loaderData as { siteUrl?: string; overrides?: OwnerOverrides } | undefined

/** The site's address. */
export const siteUrlOf = (matches: Matches): string => rootOf(matches)?.siteUrl ?? ''

/** The business's details and prices. */
export const publishedOf = (matches: Matches): PublishedValues => publishedWith(rootOf(matches)?.overrides ?? {})
