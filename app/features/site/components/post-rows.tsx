import type { ReactNode } from 'react'
import { Postcard } from '#app/ui/drawings/postcards.tsx'
import { Skeleton } from '#app/ui/skeleton.tsx'
import { type PostSummary, postAnchor, postcardOf, postPath } from '../post-list.ts'
import { postDate } from '../reading/post-date.ts'

const row = 'grid grid-cols-[64px_minmax(0,1fr)] gap-x-4 border-b border-line py-5 md:grid-cols-[120px_minmax(0,1fr)] md:gap-x-6'

interface PostRowProps {
  post: PostSummary
  /** Under its excerpt. */
  children: ReactNode
  /** Below the whole text: as wide as the page on phones. */
  opened?: ReactNode
}

/** A post of the list. */
export function PostRowItem({ post, children, opened }: PostRowProps) {
  const { slug, title, category, excerpt, date } = post
  return (
    <li className={row} id={postAnchor(slug)}>
      <Postcard of={postcardOf(category)} className="h-auto w-full rounded-key bg-stone" />
      <article className="min-w-0 [overflow-wrap:anywhere]">
        <p className="text-sm text-muted">
          <bdi>{category}</bdi> · <time dateTime={date}>{postDate(date)}</time>
        </p>
        <h2 className="mt-1 text-xl">
          <a href={postPath(slug)} className="-my-3 inline-block py-3 no-underline hover:underline">
            {title}
          </a>
        </h2>
        <p className="mt-1.5 max-w-[40em]">{excerpt}</p>
        {children}
      </article>
      {opened && <div className="col-span-2 mt-2 md:col-span-1 md:col-start-2">{opened}</div>}
    </li>
  )
}

/** The height of three posts. */
export const listRoom = 'min-h-[33rem] border-t-2 border-ink'

/** A placeholder for a post that is loading. */
export function PostSkeleton() {
  return (
    <li className={row}>
      <Skeleton className="aspect-4/3 w-full" />
      <div>
        <Skeleton className="h-4 w-40" />
        <Skeleton className="mt-2.5 h-6 w-3/4" />
        <Skeleton className="mt-3 h-4 w-full" />
        <Skeleton className="mt-3 h-11 w-28" />
      </div>
    </li>
  )
}
