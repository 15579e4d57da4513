import { type KeyboardEvent, type MouseEvent, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { Skeleton } from '#app/ui/skeleton.tsx'
import type { SitePath } from '#app/values/site-path.ts'
import { type PostRow, type PostSummary, postAnchor, postPath } from '../post-list.ts'
import { listRoom, PostRowItem, PostSkeleton } from './post-rows.tsx'
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
export function NoPosts({ isLoading, error }: { isLoading: boolean; error: Error | null }) {
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
