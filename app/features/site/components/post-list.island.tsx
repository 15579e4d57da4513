import { type KeyboardEvent, type MouseEvent, type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { Postcard } from '#app/ui/drawings/postcards.tsx'
import { Skeleton } from '#app/ui/skeleton.tsx'
import type { SitePath } from '#app/values/site-path.ts'
import { type PostRow, type PostSummary, postAnchor, postcardOf, postPath } from '../post-list.ts'
import { postDate } from '../reading/post-date.ts'
import { PostLines } from './post-text.tsx'
import { usePosts } from './use-posts.ts'

interface PostListProps {
  /** Rendered with the page. */
  posts: PostSummary[]
}

/**
 * The list of posts. As a document: each with a link to its page. Once started, it fetches the posts again, and 'Read more' opens them in
 * place, one at a time.
 */
export default function PostList({ posts: first }: PostListProps) {
  const [hasStarted, setStarted] = useState(false)
  useEffect(() => setStarted(true), [])
  const { rows: answered, error, isAsking } = usePosts()
  const builtIn = useBuiltIn(error !== null && !answered && first.length === 0)
  const rows = answered ?? builtIn.rows
  const posts = rows ?? first
  const { open, toggle } = useOpenPost()

  if (posts.length === 0) return <NoPosts isLoading={isAsking || builtIn.isLoading} error={error} />
  return (
    <ul className="border-t-2 border-ink">
      {posts.map((post) => {
        const { slug } = post
        const isOpen = open === slug
        const opened = isOpen && <Opened slug={slug} content={rows?.find((row) => row.slug === slug)?.content} isLoading={isAsking} />
        return (
          <PostRowItem key={slug} post={post} opened={opened}>
            <ReadMore post={post} isToggle={hasStarted} isOpen={isOpen} onToggle={(element) => toggle(slug, element)} />
          </PostRowItem>
        )
      })}
    </ul>
  )
}

/** The built-in posts, fetched only if there is nothing else to show. */
function useBuiltIn(isWanted: boolean): { rows?: PostRow[]; isLoading: boolean } {
  const [rows, setRows] = useState<PostRow[]>()
  const [hasFailed, setFailed] = useState(false)
  useEffect(() => {
    if (!isWanted) return
    import('#content/posts/index.ts').then(
      ({ builtInPosts }) => setRows(builtInPosts.map((post) => ({ ...post, date: post.createdAt }))),
      () => setFailed(true),
    )
  }, [isWanted])
  return { rows, isLoading: isWanted && !rows && !hasFailed }
}

/** The open post, one at most. The clicked one keeps its place in the window while another closes above it. */
function useOpenPost() {
  const [open, setOpen] = useState<string>()
  const touched = useRef<{ element: Element; top: number }>(undefined)
  useLayoutEffect(() => {
    const before = touched.current
    if (before) scrollBy({ top: before.element.getBoundingClientRect().top - before.top, behavior: 'instant' })
    touched.current = undefined
  })
  return {
    open,
    toggle(slug: string, element: Element) {
      touched.current = { element, top: element.getBoundingClientRect().top }
      setOpen(open === slug ? undefined : slug)
    },
  }
}

interface ReadMoreProps {
  post: PostSummary
  /** Otherwise it links to the post's own page. */
  isToggle: boolean
  isOpen: boolean
  onToggle(element: Element): void
}

function ReadMore({ post, isToggle, isOpen, onToggle }: ReadMoreProps) {
  const press = (event: MouseEvent<HTMLAnchorElement> | KeyboardEvent<HTMLAnchorElement>) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    onToggle(event.currentTarget)
  }
  const asButton = isToggle && {
    role: 'button',
    'aria-expanded': isOpen,
    'aria-controls': isOpen ? textId(post.slug) : undefined,
    onClick: press,
    onKeyDown: (event: KeyboardEvent<HTMLAnchorElement>) => {
      if (event.key === ' ' && !event.repeat) press(event)
    },
  }
  return (
    <a href={postPath(post.slug)} className="mt-1 inline-flex min-h-11 items-center font-bold" {...asButton}>
      <span>{isOpen ? 'Read less' : 'Read more'}</span>
      <span className="sr-only"> about {post.title}</span>
    </a>
  )
}

const textId = (slug: string) => `${postAnchor(slug)}-text`

function Opened({ slug, content, isLoading }: { slug: string; content: string | undefined; isLoading: boolean }) {
  return (
    <div id={textId(slug)}>
      {content !== undefined ? (
        <>
          <PostLines content={content} />
          <p className="mt-3">
            <a href={postPath(slug)} className="inline-flex min-h-11 items-center">
              Open this post on its own page
            </a>
          </p>
        </>
      ) : isLoading ? (
        [1, 2, 3].map((line) => <Skeleton key={line} className="mt-2 h-4 max-w-[40em]" />)
      ) : (
        <p>
          There’s no connection.{' '}
          <a href={postPath(slug)} className="inline-flex min-h-11 items-center">
            Try the post on its own page
          </a>
        </p>
      )}
    </div>
  )
}

/** Loading, failed or empty: the same height, so that nothing below moves. */
function NoPosts({ isLoading, error }: { isLoading: boolean; error: Error | null }) {
  if (isLoading)
    return (
      <ul className={listRoom} aria-busy="true" aria-label="Loading posts">
        {[1, 2, 3].map((row) => (
          <PostSkeleton key={row} />
        ))}
      </ul>
    )
  return (
    <div className={listRoom}>
      <div className="py-5" role="status">
        {error ? (
          <>
            <p>Unable to load blog posts at the moment. Please try refreshing the page.</p>
            <p className="text-sm text-muted">Error: {error.message}</p>
          </>
        ) : (
          <p>No blog posts available yet. Check back soon for updates!</p>
        )}
      </div>
      <p className="border-t border-line pt-5 font-bold">You may also need</p>
      <ul className="mt-2">
        {otherPages.map(({ href, name }) => (
          <li key={href}>
            <a href={href} className="inline-flex min-h-11 items-center">
              {name}
            </a>
          </li>
        ))}
      </ul>
    </div>
  )
}

const otherPages = [
  { href: '/gas-emergency' satisfies SitePath, name: 'Smell gas? What to do now' },
  { href: '/pricing' satisfies SitePath, name: 'Our prices' },
  { href: '/emergency-boiler-repair' satisfies SitePath, name: 'Emergency boiler repair' },
  { href: '/locations' satisfies SitePath, name: 'Where we work' },
]

const row = 'grid grid-cols-[64px_minmax(0,1fr)] gap-x-4 border-b border-line py-5 md:grid-cols-[120px_minmax(0,1fr)] md:gap-x-6'

interface PostRowProps {
  post: PostSummary
  /** Under its excerpt. */
  children: ReactNode
  /** Below the whole text: as wide as the page on phones. */
  opened?: ReactNode
}

/** A post of the list. */
function PostRowItem({ post, children, opened }: PostRowProps) {
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
const listRoom = 'min-h-[33rem] border-t-2 border-ink'

/** A placeholder for a post that is loading. */
function PostSkeleton() {
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
