import { useEffect, useState } from 'react'
import { serverNow } from '#app/platform/server-clock.ts'

/** The server's time in ms since 1970, kept up to date: `waitMs` returns the time that a value is valid. */
export function useNow(waitMs: (now: number) => number): number {
  const [, setTurn] = useState(0)
  const now = serverNow()
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>
    // The next turn does not wait for this one to be shown.
    const wait = () => {
      timer = setTimeout(() => {
        setTurn((turn) => turn + 1)
        wait()
      }, waitMs(serverNow()))
    }
    wait()
    return () => clearTimeout(timer)
  })
  return now
}
