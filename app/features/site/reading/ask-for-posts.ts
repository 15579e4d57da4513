import { listPath, longestWaitMs, type PostRow, rowsOf } from '../post-list.ts'

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
