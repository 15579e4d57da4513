import { useEffect, useState } from 'react'
import { listPath, longestWaitMs, type PostRow, queryDefaults, rowsOf } from '../post-list.ts'

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

/** The published posts from the API, newest first, in several requests if one isn't enough. Throws an error that the page can show. */
export async function askForPosts(siteUrl = ''): Promise<PostRow[]> {
  const limit = new AbortController()
  const timer = setTimeout(() => limit.abort(new Error(`no answer within ${longestWaitMs / 1_000} seconds`)), longestWaitMs)
  const found: unknown[] = []
  try {
    for (;;) {
      const path = found.length > 0 ? `${listPath}&offset=${found.length}` : listPath
      const answer = await fetch(siteUrl + path, { signal: limit.signal, headers: { Prefer: 'count=exact' } })
      if (!answer.ok) throw new Error(`the server answered ${answer.status}`)
      const rows: unknown = await answer.json()
      if (!Array.isArray(rows)) return rowsOf(rows)
      found.push(...rows)
      const total = Number(/\/(\d+)$/.exec(answer.headers.get('content-range') ?? '')?.[1] ?? 0)
      if (rows.length === 0 || found.length >= total) return rowsOf(found)
    }
  } catch (error) {
    console.error('Failed to fetch blog posts', error)
    throw error
  } finally {
    clearTimeout(timer)
  }
}
