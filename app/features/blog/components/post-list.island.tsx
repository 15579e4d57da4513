import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, type MouseEvent, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { Skeleton } from '#app/ui/skeleton.tsx'
import { listPath, type PostRow, type PostSummary, postPath, queryDefaults } from '../schema.ts'
import { PostRowItem, PostSkeleton } from './post-rows.tsx'
import { PostLines } from './post-text.tsx'

interface PostListProps {
  /** What the page came with. */
  posts: PostSummary[]
}

const client = new QueryClient({ defaultOptions: { queries: queryDefaults } })

/**
 * The list of posts (specification 2 sections 2, 4, 7). As a document: each with a link to its page. Once started, it asks for the
 * posts again and 'Read more' opens them in place, one at a time.
 */
export default function PostList({ posts }: PostListProps) {
  return (
    <QueryClientProvider client={client}>
      <Posts posts={posts} />
    </QueryClientProvider>
  )
}

function Posts({ posts: first }: PostListProps) {
  const [hasStarted, setStarted] = useState(false)
  useEffect(() => setStarted(true), [])
  const { data: rows, error, isFetching } = useQuery({ queryKey: ['blog_posts'], queryFn: askForPosts, enabled: hasStarted })
  const builtIn = useBuiltIn(error !== null && !rows && first.length === 0)
  const posts = rows?.map(summaryOf) ?? (first.length > 0 ? first : (builtIn?.map(summaryOf) ?? []))
  const contents = new Map((rows ?? builtIn)?.map(({ slug, content }) => [slug, content]))
  const { open, toggle } = useOpenPost()

  if (posts.length === 0) return <NoPosts isLoading={isFetching} error={error} />
  return (
    <ul className="border-t-2 border-ink" aria-busy={isFetching}>
      {posts.map((post) => (
        <PostRowItem key={post.slug} post={post}>
          <ReadMore post={post} isToggle={hasStarted} isOpen={open === post.slug} onToggle={(element) => toggle(post.slug, element)} />
          {open === post.slug && <Opened slug={post.slug} content={contents.get(post.slug)} isLoading={isFetching} />}
        </PostRowItem>
      ))}
    </ul>
  )
}

/** The posts as the API has them. Throws what the page may say. */
async function askForPosts({ signal }: { signal: AbortSignal }): Promise<PostRow[]> {
  try {
    const answer = await fetch(listPath, { signal: AbortSignal.any([signal, AbortSignal.timeout(10_000)]) })
    if (!answer.ok) throw new Error(`the server answered ${answer.status}`)
    return (await answer.json()) as PostRow[]
  } catch (error) {
    if (!signal.aborted) console.error('Failed to fetch blog posts', error)
    throw error
  }
}

const summaryOf = ({ slug, title, category, excerpt, published_at, created_at }: PostRow): PostSummary => ({
  slug,
  title,
  category,
  excerpt,
  date: published_at ?? created_at,
})

/** The built-in posts, fetched only where there is nothing else to show. */
function useBuiltIn(wanted: boolean): PostRow[] | undefined {
  const [rows, setRows] = useState<PostRow[]>()
  useEffect(() => {
    if (!wanted) return
    import('#content/posts/index.ts').then(
      ({ builtInPosts }) =>
        setRows(builtInPosts.map((post) => ({ ...post, id: post.slug, created_at: post.createdAt, published_at: post.createdAt }))),
      () => undefined,
    )
  }, [wanted])
  return wanted ? rows : undefined
}

/** Which post is open: one at most. What was touched stays where it is in the window while another closes above it. */
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
  /** Else it leads to the post's own page. */
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
    'aria-controls': isOpen ? `post-${post.slug}-text` : undefined,
    onClick: press,
    onKeyDown: (event: KeyboardEvent<HTMLAnchorElement>) => event.key === ' ' && press(event),
  }
  return (
    <a href={postPath(post.slug)} className="mt-1 inline-flex min-h-11 items-center font-bold" {...asButton}>
      {isOpen ? 'Read less' : 'Read more'}
      <span className="sr-only">: {post.title}</span>
    </a>
  )
}

function Opened({ slug, content, isLoading }: { slug: string; content: string | undefined; isLoading: boolean }) {
  return (
    <div id={`post-${slug}-text`} className="mt-2">
      {content !== undefined ? (
        <>
          <PostLines content={content} />
          <p className="mt-3">
            <a href={postPath(slug)} className="inline-flex min-h-11 items-center">
              This post on its own page
            </a>
          </p>
        </>
      ) : isLoading ? (
        [1, 2, 3].map((line) => <Skeleton key={line} className="mt-2 h-4 max-w-[40em]" />)
      ) : (
        <p>
          The line is down.{' '}
          <a href={postPath(slug)} className="inline-flex min-h-11 items-center">
            Try the post on its own page
          </a>
        </p>
      )}
    </div>
  )
}

/** Loading, failed or empty. */
export function NoPosts({ isLoading, error }: { isLoading: boolean; error: Error | null }) {
  if (isLoading)
    return (
      <ul className="border-t-2 border-ink" aria-busy="true" aria-label="Loading posts">
        {[1, 2, 3].map((row) => (
          <PostSkeleton key={row} />
        ))}
      </ul>
    )
  return (
    <div className="min-h-[26rem] border-t-2 border-ink pt-5" role="status">
      {error ? (
        <>
          <p>Unable to load blog posts at the moment. Please try refreshing the page.</p>
          <p className="text-sm text-muted">Error: {error.message}</p>
        </>
      ) : (
        <p>No blog posts available yet. Check back soon for updates!</p>
      )}
    </div>
  )
}
