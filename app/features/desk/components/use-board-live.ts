import { useEffect, useState } from 'react'
import type { Feed } from '#app/platform/follow-feed.ts'
import { type Line, useLivePage } from '#app/platform/use-live-page.ts'
import { boardEnded, boardEvent, boardPath, boardSilenceMs, wallLivePath } from '../board-timing.ts'

export type { Line }

const feedAt = (path: string): Feed => ({ path, event: boardEvent, ended: boardEnded, silenceMs: boardSilenceMs })
const feeds = { [boardPath]: feedAt(boardPath), [wallLivePath]: feedAt(wallLivePath) }

/** Keeps a page of dispatch up to date. `mark`: that of the page's data; `path`: the feed. */
export const useBoardLive = (mark: string, path: keyof typeof feeds = boardPath): Line => useLivePage(mark, feeds[path])

/** The server's time in ms: `at` is when it rendered the page. Updates every few seconds. */
export function useBoardNow(at: string): number {
  const [shift, setShift] = useState<number>()
  const [, setTurn] = useState(0)
  useEffect(() => setShift(Date.parse(at) - Date.now()), [at])
  useEffect(() => {
    const timer = setInterval(() => setTurn((turn) => turn + 1), 5_000)
    return () => clearInterval(timer)
  }, [])
  return shift === undefined ? Date.parse(at) : Math.max(Date.parse(at), Date.now() + shift)
}
