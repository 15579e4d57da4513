import { useEffect, useState } from 'react'
import { type PostRow, queryDefaults } from '../post-list.ts'
import { askForPosts } from '../reading/ask-for-posts.ts'

interface Asked {
  /** The last response. */
  rows?: PostRow[]
  /** The last error. */
  error: Error | null
  /** Also while a second try waits for the page to become visible. */
  isAsking: boolean
}

/** The published posts: fetched on start, and again when they are stale and the visitor or the connection returns. */
export function usePosts(): Asked {
  const [asked, setAsked] = useState<Asked>({ error: null, isAsking: false })
  useEffect(() => {
    const gone = new AbortController()
    const { signal } = gone
    let isAsking = false
    let freshUntil = 0
    async function ask() {
      isAsking = true
      // An old error is dropped unless it is shown beside posts.
      setAsked(({ rows, error }) => ({ rows, error: rows ? error : null, isAsking }))
      const answer = await askTwice(signal).then(
        (rows) => ({ rows, error: null }),
        (error: Error) => ({ error }),
      )
      if (signal.aborted) return
      isAsking = false
      if ('rows' in answer) freshUntil = Date.now() + queryDefaults.staleTime
      setAsked((before) => ({ ...before, ...answer, isAsking }))
    }
    const cameBack = () => {
      if (!isAsking && !document.hidden && Date.now() >= freshUntil) void ask()
    }
    void ask()
    document.addEventListener('visibilitychange', cameBack, { signal })
    addEventListener('online', cameBack, { signal })
    return () => gone.abort()
  }, [])
  return asked
}

/** Tries once more after a pause if the first request failed, but not while the page is hidden. */
async function askTwice(signal: AbortSignal): Promise<PostRow[]> {
  try {
    return await askForPosts()
  } catch {
    await new Promise((resolve) => setTimeout(resolve, queryDefaults.retryDelay))
    if (document.hidden) await new Promise((resolve) => document.addEventListener('visibilitychange', resolve, { once: true, signal }))
    return askForPosts()
  }
}
