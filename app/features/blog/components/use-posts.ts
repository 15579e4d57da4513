import { useEffect, useState } from 'react'
import { type PostRow, queryDefaults } from '../post-list.ts'
import { askForPosts } from '../reading/ask-for-posts.ts'

interface Asked {
  /** The last answer. */
  rows?: PostRow[]
  /** Why there was none the last time. */
  error: Error | null
  /** Also while a second try waits for the page to be seen. */
  isAsking: boolean
}

/** The published posts: asked for at once, and again when what was answered is stale and the visitor or the line comes back. */
export function usePosts(): Asked {
  const [asked, setAsked] = useState<Asked>({ error: null, isAsking: false })
  useEffect(() => {
    const gone = new AbortController()
    const { signal } = gone
    let isAsking = false
    let freshUntil = 0
    async function ask() {
      isAsking = true
      // An error of the past is forgotten, unless it is said beside posts.
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

/** Once more after a pause where the first answer was none, but not while no one looks. */
async function askTwice(signal: AbortSignal): Promise<PostRow[]> {
  try {
    return await askForPosts()
  } catch {
    await new Promise((resolve) => setTimeout(resolve, queryDefaults.retryDelay))
    if (document.hidden) await new Promise((resolve) => document.addEventListener('visibilitychange', resolve, { once: true, signal }))
    return askForPosts()
  }
}
