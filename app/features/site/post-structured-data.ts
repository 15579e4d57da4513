import type { Graph } from 'schema-dts'
import { breadcrumbList, type Crumb } from '#app/ui/breadcrumb.tsx'
import { postPath } from './post-list.ts'
import type { Post } from './read-posts.server.ts'

interface PostFacts {
  post: Post
  description: string
  crumbs: readonly Crumb[]
  siteUrl: string
}

/** A post, for search engines: BlogPosting and its breadcrumb. */
export function postStructuredData({ post, description, crumbs, siteUrl }: PostFacts): Graph {
  const url = siteUrl + postPath(post.slug)
  const organisation = { '@type': 'Organization', name: post.author, url: `${siteUrl}/` } as const
  return {
    '@context': 'https://schema.org',
    '@graph': [
      {
        '@type': 'BlogPosting',
        '@id': `${url}#post`,
        headline: post.title,
        description,
        url,
        mainEntityOfPage: url,
        image: `${siteUrl}/share/blog.png`,
        articleSection: post.category,
        keywords: post.keywords,
        inLanguage: 'en-GB',
        datePublished: post.publishedAt ?? post.createdAt,
        dateModified: post.updatedAt,
        author: organisation,
        publisher: { '@type': 'Organization', '@id': `${siteUrl}/#business`, name: organisation.name },
        isPartOf: { '@type': 'Blog', '@id': `${siteUrl}/blog#blog` },
      },
      breadcrumbList(crumbs, url, siteUrl),
    ],
  }
}
