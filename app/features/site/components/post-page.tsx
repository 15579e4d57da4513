import type { ReactNode } from 'react'
import beforeArrival from '#app/ui/drawings/before-arrival.svg?url'
import stopcockFlat from '#app/ui/drawings/stopcock-flat.svg?url'
import stopcockHouse from '#app/ui/drawings/stopcock-house.svg?url'
import stopcockMansion from '#app/ui/drawings/stopcock-mansion.svg?url'
import { Picture } from '#app/ui/image.tsx'
import type { PostFigure } from '#content/posts/post.ts'
import { type PostSummary, postPath } from '../post-list.ts'
import type { Post } from '../read-posts.server.ts'
import { postDate } from '../reading/post-date.ts'
import { readingMinutes } from '../reading/post-text.ts'
import { PostArticle } from './post-text.tsx'

const drawings: Record<PostFigure['drawing'], string> = {
  'before-arrival': beforeArrival,
  'stopcock-flat': stopcockFlat,
  'stopcock-house': stopcockHouse,
  'stopcock-mansion': stopcockMansion,
}

interface PostPageProps {
  post: Post
  figures: readonly PostFigure[]
  others: readonly PostSummary[]
  /** Next steps for readers. */
  children: ReactNode
}

/** A post on its own page. */
export function PostPage({ post, figures, others, children }: PostPageProps) {
  const { title, category, author, content, excerpt, createdAt, publishedAt } = post
  const date = publishedAt ?? createdAt
  const minutes = readingMinutes(content)
  return (
    <div className="pb-10 [overflow-wrap:anywhere]">
      <article>
        <p className="text-sm text-muted">
          <bdi>{category}</bdi> · <time dateTime={date}>{postDate(date)}</time> · <bdi>{author}</bdi> · {minutes}-minute read
        </p>
        <h1 className="mt-2 max-w-[18em] text-[clamp(2rem,1.45rem+2.4vw,3.25rem)] leading-[1.02] tracking-[-0.03em]">{title}</h1>
        <p className="mt-4 max-w-[34em] text-lg leading-snug">{excerpt}</p>
        <PostArticle
          content={content}
          figures={figures.map((figure) => ({ under: figure.under, figure: <Figure key={figure.drawing} {...figure} /> }))}
        />
      </article>
      {children}
      {others.length > 0 && (
        <nav aria-labelledby="other-posts" className="mt-10">
          <h2 id="other-posts" className="text-xl">
            Other posts
          </h2>
          <ul className="mt-3 border-t-2 border-ink">
            {others.map(({ slug, title: other, category: kind }) => (
              <li key={slug} className="border-b border-line">
                <a href={postPath(slug)} className="block min-h-11 py-3 no-underline hover:underline">
                  <b>
                    <bdi>{other}</bdi>
                  </b>{' '}
                  <bdi className="text-sm text-muted">{kind}</bdi>
                </a>
              </li>
            ))}
          </ul>
        </nav>
      )}
    </div>
  )
}

function Figure({ drawing, alt, caption }: PostFigure) {
  return (
    <figure className="mt-4 mb-5 max-w-[680px]">
      <Picture src={drawings[drawing]} width={560} height={360} alt={alt} />
      <figcaption className="pt-2 text-sm">{caption}</figcaption>
    </figure>
  )
}
