import { useEffect, useState } from 'react'
import { type Line, useLivePage } from '#app/platform/use-live-page.ts'
import { boardFeed } from '../board-timing.ts'

/** Keeps a page of dispatch up to date. `mark`: of the page's data. */
export const useBoardLive = (mark: string, feed = boardFeed): Line => useLivePage(mark, feed)

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
