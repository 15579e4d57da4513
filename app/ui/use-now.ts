import { useEffect, useState } from 'react'
import { serverNow } from '#app/platform/server-clock.ts'

/** The server's time in ms since 1970, kept up to date: `waitMs` says how long the one at hand will do. */
export function useNow(waitMs: (now: number) => number): number {
  const [, setTurn] = useState(0)
  const now = serverNow()
  useEffect(() => {
    const timer = setTimeout(() => setTurn((turn) => turn + 1), waitMs(serverNow()))
    return () => clearTimeout(timer)
  })
  return now
}
